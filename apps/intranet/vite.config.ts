import { fileURLToPath } from 'node:url'
import { appConfig } from '@podmoga/ui/vite'
import { defineConfig } from 'vite'

const head = fileURLToPath(import.meta.resolve('@podmoga/web/stands-drawn'))

export default defineConfig(
  appConfig({ base: '/intranet/', root: import.meta.dirname, head, server: 'src/screen.server.tsx' }),
)
