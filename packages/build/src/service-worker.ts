import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { build, type Plugin } from 'vite'
import { fillIn } from './fill-in.ts'
import { SCRIPTS } from './oldest-browsers.ts'

const NAME = 'service-worker.js'
/** The files of the shell and the app's pages; the system itself caches the manifest's icons. */
const KEPT = /^assets\/.*\.(?:js|css|woff2)$|^favicon\.svg$/

/**
 * Vite plugin: builds `source` as the app's service worker, one classic script at the root of the output. Defines in it the
 * files of this build (`__PRECACHED__`), of which the first `__FIRST__` are the page and the files that it references. Files
 * without a hash in their names have a revision from their content.
 */
export function serviceWorker(source: string): Plugin {
  let root = ''
  let folder = ''
  let base = '/'
  return {
    name: 'podmoga:service-worker',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    configResolved(config) {
      root = config.root
      base = config.base
      folder = join(config.root, config.build.outDir)
    },
    async closeBundle() {
      const names = (await readdir(folder, { recursive: true }))
        .map((name) => relative(folder, join(folder, name)).split(sep).join('/'))
        .filter((name) => KEPT.test(name))
        .sort()
      const revisionOf = async (name: string) =>
        createHash('sha256')
          .update(await readFile(join(folder, name)))
          .digest('hex')
          .slice(0, 16)
      const files = await Promise.all(
        names.map(async (name) => ({
          url: base + name,
          revision: name.startsWith('assets/') ? null : await revisionOf(name),
        })),
      )
      const page = { url: base, revision: await revisionOf('index.html') }
      const html = await readFile(join(folder, 'index.html'), 'utf8')
      const isFirst = ({ url }: { url: string }) => html.includes(`"${url}"`)
      const first = [page, ...files.filter(isFirst)]
      await build({
        configFile: false,
        root,
        logLevel: 'silent',
        plugins: [fillIn()],
        define: {
          __PRECACHED__: JSON.stringify([...first, ...files.filter((file) => !isFirst(file))]),
          __FIRST__: String(first.length),
          'process.env.NODE_ENV': JSON.stringify('production'),
        },
        build: {
          target: SCRIPTS,
          outDir: folder,
          emptyOutDir: false,
          copyPublicDir: false,
          modulePreload: false,
          rolldownOptions: {
            input: join(root, source),
            output: { format: 'iife', entryFileNames: NAME },
          },
        },
      })
    },
  }
}
