// React is CommonJS: it runs when first imported, which would be in the middle of the app's entry chunk. Imported here, it runs
// together with its own chunk.
import 'react/jsx-runtime'
import 'react-dom/client'
