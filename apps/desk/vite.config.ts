import { fileURLToPath } from 'node:url'
import { appConfig } from '@podmoga/build/app-config'
import { chunks as contract } from '@podmoga/contract/chunks'
import { chunks as ui } from '@podmoga/ui/chunks'
import { chunks as web } from '@podmoga/web/chunks'
import { defineConfig } from 'vite'
import { chunks as own } from './chunks.ts'

const head = fileURLToPath(import.meta.resolve('@podmoga/web/prerender-screen'))

export default defineConfig(
  appConfig({
    base: '/desk/',
    root: import.meta.dirname,
    chunks: [ui, web, contract, own],
    head,
    server: 'src/screen.server.tsx',
    worker: 'src/service-worker.ts',
  }),
)
