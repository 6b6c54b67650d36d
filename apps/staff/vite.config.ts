import { fileURLToPath } from 'node:url'
import { appConfig } from '@podmoga/ui/vite'
import { defineConfig } from 'vite'

const head = fileURLToPath(import.meta.resolve('@podmoga/web/draw-screen'))

export default defineConfig(
  appConfig({
    base: '/',
    root: import.meta.dirname,
    head,
    server: 'src/screen.server.tsx',
    worker: 'src/service-worker.ts',
  }),
)
