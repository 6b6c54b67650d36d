import { join } from 'node:path'
import { appConfig } from '@podmoga/ui/vite'
import { defineConfig } from 'vite'

const root = import.meta.dirname

export default defineConfig(
  appConfig({ base: '/', root, head: join(root, 'src/draw-screen.ts'), server: 'src/screen.server.tsx' }),
)
