import { fileURLToPath } from 'node:url'
import { appConfig } from '@podmoga/build/app-config'
import { chunks as contract } from '@podmoga/contract/chunks'
import { chunks as ui } from '@podmoga/ui/chunks'
import { outboxChunks, pushChunks, chunks as web } from '@podmoga/web/chunks'
import { defineConfig } from 'vite'
import { chunks as own } from './chunks.ts'

const head = fileURLToPath(import.meta.resolve('@podmoga/web/prerender-screen'))

export default defineConfig(
  appConfig({
    base: '/',
    root: import.meta.dirname,
    chunks: [ui, web, outboxChunks, pushChunks, contract, own],
    head,
    server: 'src/screen.server.tsx',
    worker: 'src/service-worker.ts',
  }),
)
