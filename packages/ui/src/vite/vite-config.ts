import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { compressOutput } from './compress.ts'
import { htmlHead } from './html-head.ts'
import { leanZod } from './lean-zod.ts'
import { quietZod } from './quiet-zod.ts'
import { onlyRussian } from './russian-locale.ts'
import { russianStrings } from './russian-strings.ts'
import { serviceWorker } from './service-worker.ts'

interface AppOptions {
  /** Public path the app is served under, with both slashes: `/`, `/desk/`. */
  base: string
  /** Folder of the app's index.html. */
  root: string
  /** Replaces the document's title. */
  title?: string
  /** A TypeScript file that runs in the head, before the app: a classic script, so it imports types only. */
  head?: string
  /** A module of the app that the server runs; it goes to `dist/server`, with all that it imports. */
  server?: string
  /** A module that becomes the app's service worker; see service-worker.ts. */
  worker?: string
}

/** The Vite configuration all browser apps share; output goes to `dist` under the root. */
export function appConfig({ base, root, title, head, server, worker }: AppOptions): UserConfig {
  return {
    base,
    root,
    appType: 'spa',
    ...(server !== undefined && serverBuild(server)),
    plugins: [
      russianStrings(),
      onlyRussian(),
      quietZod(),
      leanZod(),
      { ...localesPlugin.vite({ locales: ['ru-RU'] }), enforce: 'pre' },
      react(),
      htmlHead(title, head),
      ...(worker === undefined ? [] : [serviceWorker(worker)]),
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
      // What the server draws needs its styles before any code comes.
      cssCodeSplit: server === undefined,
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
            // On a slow line it is round trips that cost: what the app begins with comes in a few files, fetched at once
            // and evaluated one after the other.
            groups: [
              {
                name: 'react',
                tags: ['$initial'],
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]/,
                priority: 2,
              },
              { name: 'zod', tags: ['$initial'], test: /node_modules[\\/]zod[\\/]/, priority: 2 },
              { name: 'contract', tags: ['$initial'], test: /packages[\\/]contract[\\/]/, priority: 1 },
              { name: 'first', tags: ['$initial'] },
            ],
          },
        },
      },
    },
  }
}

/**
 * Makes `vite build` build the app's server module too: one file with all that it imports, React among it in its
 * production form whatever the server's environment, and with the class names that the browser's build has.
 */
const serverBuild = (entry: string): UserConfig => ({
  builder: {},
  environments: {
    ssr: {
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      resolve: { noExternal: true },
      build: {
        ssr: entry,
        outDir: 'dist/server',
        copyPublicDir: false,
        manifest: false,
        rolldownOptions: { output: { codeSplitting: false } },
      },
    },
  },
})
