import localesPlugin from '@react-aria/optimize-locales-plugin'
import react from '@vitejs/plugin-react'
import type { UserConfig } from 'vite'
import { compressOutput } from './compress.ts'
import { importWhatIsHere } from './fetch-before-import.ts'
import { fillIn } from './fill-in.ts'
import { htmlHead } from './html-head.ts'
import { lazyZod } from './lazy-zod.ts'
import { leanContract } from './lean-contract.ts'
import { leanIcons } from './lean-icons.ts'
import { OLDEST, SCRIPTS } from './oldest-browsers.ts'
import { onlyRussian } from './russian-locale.ts'
import { russianStrings } from './russian-strings.ts'
import { serviceWorker } from './service-worker.ts'

interface AppOptions {
  /** Public path the app is served under, with both slashes: `/`, `/desk/`. */
  base: string
  /** Folder of the app's index.html. */
  root: string
  /** What of each floor comes together, the app's own last. */
  chunks: readonly Chunks[]
  /** Replaces the document's title. */
  title?: string
  /** A TypeScript file that runs in the head, before the app: a classic script, with the little that it imports. */
  head?: string
  /** A module of the app that the server runs; it goes to `dist/server`, with all that it imports. */
  server?: string
  /** A module that becomes the app's service worker; see service-worker.ts. */
  worker?: string
}

/**
 * How the modules of a floor come together in files: patterns of paths below its `root`, by the file's name. Each floor
 * names its own modules.
 */
export interface Chunks {
  /** Folder of the floor, from the root of the repository: `apps/staff/src`. */
  root: string
  /** What every document begins with. */
  first?: Readonly<Record<string, readonly string[]>>
  /**
   * Small modules that lead to no library. Where pages share them they come in one file for each name; alone, each would
   * be a file of 200 bytes under as many of headers, twenty of them to a screen.
   */
  shared?: Readonly<Record<string, readonly string[]>>
}

/** Icons that two pages share and no first screen shows. */
const SELDOM = 'eye-off|handshake|lightbulb|replace|smartphone|thumbs-\\w+'

/** The libraries that every app stands on. */
const LIBRARIES: Chunks = {
  root: 'node_modules',
  first: { react: ['(?:react|react-dom|scheduler|react-router|@tanstack)/'], zod: ['zod/'] },
  shared: {
    parts: [
      `lucide-react/dist/esm/icons/(?!(?:${SELDOM})\\.)`,
      '@tanstack/react-query/build/modern/mutationOptions\\.',
    ],
  },
}

const ZOD_STAND_IN: Chunks = { root: 'packages/build/src', first: { zod: ['lazy-zod/'] } }

/** What only stands behind a page that is there: it is one file whoever asks for it. */
const AFTER = 'after'

/** Every name with what matches it on all floors, later names after earlier ones. */
const namedIn = (floors: readonly Chunks[], kind: 'first' | 'shared') => {
  const patterns = new Map<string, string[]>()
  for (const floor of floors)
    for (const [name, paths] of Object.entries(floor[kind] ?? {}))
      patterns.set(name, [...(patterns.get(name) ?? []), ...paths.map((path) => `${floor.root}/${path}`)])
  return Array.from(patterns, ([name, paths]) => ({
    name,
    test: new RegExp(paths.join('|').replaceAll('/', '[\\\\/]')),
  }))
}

/**
 * The groups of files for the bundler. On a slow line it is round trips that cost: what the app begins with comes in a few
 * files, fetched at once and evaluated one after the other.
 */
const groupsOf = (apps: readonly Chunks[]) => {
  const floors = [LIBRARIES, ZOD_STAND_IN, ...apps]
  return [
    ...namedIn(floors, 'first').map((group) => ({
      ...group,
      tags: ['$initial' as const],
      priority: group.name === 'contract' ? 2 : 3,
    })),
    { name: 'first', tags: ['$initial' as const], priority: 1 },
    ...namedIn(floors, 'shared').map((group) => ({
      ...group,
      ...(group.name !== AFTER && { minShareCount: 2 }),
      includeDependenciesRecursively: false,
    })),
  ]
}

/** The files that every document begins with, by the names of their groups. */
const INITIAL = /assets\/(?:rolldown-runtime|react|zod|contract|index)-[\w-]+\.js$/

/** The Vite configuration all browser apps share; output goes to `dist` under the root. */
export function appConfig({ base, root, chunks, title, head, server, worker }: AppOptions): UserConfig {
  return {
    base,
    root,
    appType: 'spa',
    ...(server !== undefined && serverBuild(server)),
    plugins: [
      russianStrings(),
      onlyRussian(),
      lazyZod(),
      leanContract(),
      leanIcons(),
      fillIn(),
      { ...localesPlugin.vite({ locales: ['ru-RU'] }), enforce: 'pre' },
      react(),
      htmlHead(title, head),
      importWhatIsHere(),
      ...(worker === undefined ? [] : [serviceWorker(worker)]),
      compressOutput(),
    ],
    css: {
      modules: { generateScopedName: '[name]_[local]_[hash:base64:5]', localsConvention: 'camelCaseOnly' },
    },
    build: {
      target: SCRIPTS,
      cssTarget: OLDEST,
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
          codeSplitting: { groups: groupsOf(chunks) },
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
