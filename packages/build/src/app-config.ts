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
  /** The public path of the app, with both slashes: `/`, `/desk/`. */
  base: string
  /** The folder of the app's index.html. */
  root: string
  /** The chunk groups of each layer, the app's own last. */
  chunks: readonly Chunks[]
  /** The document's title. */
  title?: string
  /** A TypeScript file that runs in the head before the app; bundled with its imports into a classic script. */
  head?: string
  /** A module of the app that the server runs; bundled with all its imports into `dist/server`. */
  server?: string
  /** A module that becomes the app's service worker; see service-worker.ts. */
  worker?: string
}

/**
 * How the modules of a layer (libraries, contract, ui, web, app) are grouped into output files: path patterns below its
 * `root`, by the name of the output file. Each layer defines its own groups.
 */
export interface Chunks {
  /** The folder of the layer, from the repository root: `apps/staff/src`. */
  root: string
  /** The initial files of every document. */
  first?: Readonly<Record<string, readonly string[]>>
  /**
   * Small modules without library imports. If several pages share them, they are bundled into one file per name; separately,
   * a screen would load twenty files of 200 bytes, each with as many bytes of headers.
   */
  shared?: Readonly<Record<string, readonly string[]>>
}

/** Icons that two pages share but no first screen shows. */
const SELDOM = 'eye-off|handshake|lightbulb|replace|smartphone|thumbs-\\w+'

/** The libraries that every app uses. */
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

/** Modules that are needed only after a page is shown: always one file, even if only one page imports them. */
const AFTER = 'after'

/** The groups of all layers, merged by name, in order of first appearance. */
const namedIn = (layers: readonly Chunks[], kind: 'first' | 'shared') => {
  const patterns = new Map<string, string[]>()
  for (const layer of layers)
    for (const [name, paths] of Object.entries(layer[kind] ?? {}))
      patterns.set(name, [...(patterns.get(name) ?? []), ...paths.map((path) => `${layer.root}/${path}`)])
  return Array.from(patterns, ([name, paths]) => ({
    name,
    test: new RegExp(paths.join('|').replaceAll('/', '[\\\\/]')),
  }))
}

/**
 * The chunk groups for the bundler. On a slow connection round trips are the main cost: the app's initial code is in a few
 * files, fetched in parallel and evaluated one after another.
 */
const groupsOf = (apps: readonly Chunks[]) => {
  const layers = [LIBRARIES, ZOD_STAND_IN, ...apps]
  return [
    ...namedIn(layers, 'first').map((group) => ({
      ...group,
      tags: ['$initial' as const],
      priority: group.name === 'contract' ? 2 : 3,
    })),
    { name: 'first', tags: ['$initial' as const], priority: 1 },
    ...namedIn(layers, 'shared').map((group) => ({
      ...group,
      ...(group.name !== AFTER && { minShareCount: 2 }),
      includeDependenciesRecursively: false,
    })),
  ]
}

/** The initial files of every document, by the names of their groups. */
const INITIAL = /assets\/(?:rolldown-runtime|react|zod|contract|index)-[\w-]+\.js$/

/** The Vite configuration shared by all browser apps; the output is `dist` below the root. */
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
      // Server-rendered HTML needs all its styles before any code is loaded.
      cssCodeSplit: server === undefined,
      // data: URLs would require a weaker CSP
      assetsInlineLimit: 0,
      modulePreload: {
        polyfill: false,
        // Preload only a page's own files: the initial files, loaded by the document itself, would be requested again.
        resolveDependencies: (_file, files, { hostType }) =>
          hostType === 'html' ? files : files.filter((file) => !INITIAL.test(file)),
      },
      manifest: true,
      reportCompressedSize: false,
      // The desk's editor is a library of that size, loaded when an article is opened.
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
 * Makes `vite build` also build the app's server module: one file with all its imports, including the production build of
 * React whatever the server's environment, and with the same CSS class names as the browser build.
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
