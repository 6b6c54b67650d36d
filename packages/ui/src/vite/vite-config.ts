import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { compressOutput } from './compress.ts'
import { htmlHead } from './html-head.ts'
import { quietZod } from './quiet-zod.ts'
import { russianStrings } from './russian-strings.ts'

interface AppOptions {
  /** Public path the app is served under, with both slashes: `/`, `/desk/`. */
  base: string
  /** Folder of the app's index.html. */
  root: string
  /** Replaces the document's title. */
  title?: string
}

/** The Vite configuration all browser apps share; output goes to `dist` under the root. */
export function appConfig({ base, root, title }: AppOptions): UserConfig {
  return {
    base,
    root,
    appType: 'spa',
    plugins: [
      russianStrings(),
      quietZod(),
      { ...localesPlugin.vite({ locales: ['ru-RU'] }), enforce: 'pre' },
      react(),
      htmlHead(title),
      compressOutput(),
    ],
    css: {
      modules: { generateScopedName: '[name]_[local]_[hash:base64:5]', localsConvention: 'camelCaseOnly' },
    },
    build: {
      target: 'es2022',
      outDir: 'dist',
      emptyOutDir: true,
      assetsDir: 'assets',
      // data: URLs would need holes in the CSP
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      manifest: true,
      reportCompressedSize: false,
      // The desk's editor is one library of that size, fetched when an article is opened.
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        output: {
          codeSplitting: {
            // On a slow line it is round trips that cost: what the first paint needs comes in two files, fetched at once
            // and compiled one after the other.
            groups: [
              {
                name: 'react',
                tags: ['$initial'],
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
                priority: 1,
              },
              { name: 'first', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  }
}
