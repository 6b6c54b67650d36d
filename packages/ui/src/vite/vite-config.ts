import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { compressOutput } from './compress.ts'
import { htmlHead } from './html-head.ts'
import { lateZod } from './late-zod.ts'
import { leanContract } from './lean-contract.ts'
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
  /** A TypeScript file that runs in the head, before the app: a classic script, with the little that it imports. */
  head?: string
  /** A module of the app that the server runs; it goes to `dist/server`, with all that it imports. */
  server?: string
  /** A module that becomes the app's service worker; see service-worker.ts. */
  worker?: string
}

const anyOf = (...paths: string[]) => new RegExp(paths.join('|').replaceAll('/', '[\\\\/]'))

/**
 * Small modules that lead to no library: where pages share them they come in one file for each of these. Alone, each would
 * be a file of 200 bytes under as many of headers, twenty of them to a screen.
 */
const SMALL = {
  parts: anyOf(
    'lucide-react/dist/esm/icons/',
    'packages/ui/src/(?:avatar|card|chip|empty-state|icon-button|link|loading|progress|scroll-box|select|skeleton|tabs)/',
    'packages/ui/src/field/(?:field|text-area|text-field)\\.',
    'packages/ui/src/file-row/(?:file-chip|file-row\\.module|use-object-url)\\.',
    'packages/ui/src/lib/(?:dates|format-size|keyed|use-media|viewer)\\.',
    'packages/ui/src/(?:menu/menu-button|popover/(?:trigger|use-overlay)|visually-hidden/visually-hidden)\\.',
    'packages/web/src/(?:explain|local-db|query-error)\\.',
    'packages/contract/src/nouns\\.',
    'apps/staff/src/lib/(?:caches|kept-answers|local-db|wipe-watch|page\\.module|page-heading|use-slow)\\.',
    'apps/staff/src/tickets/(?:carry|drafts|file-key|last-seen|list-view|dispatch|outgoing|use-dispatch)\\.',
    'apps/staff/src/tickets/(?:new-ticket\\.(?:draft|rules)|sent-here|tickets\\.texts|ticket-cards\\.module)\\.',
    'apps/staff/src/lib/said-(?:db|later)\\.',
    'react-query/build/modern/mutationOptions\\.',
  ),
  files: anyOf(
    'packages/contract/src/size-limit\\.',
    'packages/ui/src/(?:file-drop|file-row)/',
    'packages/web/src/files/',
    'apps/staff/src/tickets/(?:card-warning|card-number|draft-files|use-files|use-open-picture)\\.',
  ),
  knowledge: anyOf(
    'apps/staff/src/knowledge/(?:article-skeleton|knowledge\\.(?:api|texts)|loaded|not-here|snippet|use-prefetch|hrefs|[\\w.-]+\\.css)',
    'packages/(?:contract|search|ui)/src/(?:lib/)?(?:fold|html-entities)\\.',
    'packages/contract/src/knowledge\\.',
  ),
  profile: anyOf(
    'apps/staff/src/profile/(?:phone-text|profile\\.(?:api|modals|module|texts)|use-modal)\\.',
    'apps/staff/src/profile/(?:code/code-flow|sessions/sessions\\.texts)\\.',
    'apps/staff/src/lib/places\\.api\\.',
    'packages/contract/src/(?:profile|desk/(?:joining|personal-data|knowledge-shapes))\\.',
  ),
  // What goes on behind every page once it stands, with what of it a page may need before.
  after: anyOf(
    'packages/contract/src/(?:feedback|shifts)\\.',
    'apps/staff/src/knowledge/feedback\\.api\\.',
    'apps/staff/src/app/(?:after-page|all-pages|background-sync|said-senders)\\.',
    'apps/staff/src/lib/(?:kept-answers|kept-request|notices|push-owner|sync-db)\\.',
    'apps/staff/src/tickets/(?:handover\\.api|shift\\.(?:api|module|texts)|use-shift)\\.',
  ),
}

/** The files that every document begins with, by the names of their groups. */
const INITIAL = /assets\/(?:rolldown-runtime|react|zod|contract|index)-[\w-]+\.js$/

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
      lateZod(),
      leanContract(),
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
      modulePreload: {
        polyfill: false,
        // A page's own files; what the document itself has loaded before would be asked for again at each first opening.
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => !INITIAL.test(file)),
      },
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
                test: /node_modules[\\/](react|react-dom|scheduler|react-router|@tanstack)[\\/]|packages[\\/]ui[\\/]src[\\/]lib[\\/]react-first\./,
                priority: 3,
              },
              {
                name: 'zod',
                tags: ['$initial'],
                test: /node_modules[\\/]zod[\\/]|vite[\\/]late-zod[\\/]/,
                priority: 3,
              },
              { name: 'contract', tags: ['$initial'], test: /packages[\\/]contract[\\/]/, priority: 2 },
              { name: 'first', tags: ['$initial'], priority: 1 },
              ...Object.entries(SMALL).map(([name, test]) => ({
                name,
                test,
                ...(name !== 'after' && { minShareCount: 2 }),
                includeDependenciesRecursively: false,
              })),
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
