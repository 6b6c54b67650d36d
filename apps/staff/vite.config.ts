import { appConfig } from '@podmoga/ui/vite'
import { defineConfig } from 'vite'

export default defineConfig(
  appConfig({ base: '/', root: import.meta.dirname, server: 'src/home.server.tsx' }),
)
