// React is CommonJS: it runs when it is first asked for, which would be in the middle of the app's own first file. Asked for
// here, it runs with the file that it comes in.
import 'react/jsx-runtime'
import 'react-dom/client'
