import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Deps } from '../deps.ts'

const APPS = join(import.meta.dirname, '../../..')

/**
 * Returns a loader of an app's server-rendering module; the loader returns null if the app is not built. The module is about a
 * megabyte of code, so it is loaded once, after the server is ready.
 */
export const makeLoad = <Module>(
  { log, warmUp }: Pick<Deps, 'log' | 'warmUp'>,
  name: 'staff' | 'desk' | 'intranet',
): (() => Promise<Module | null>) => {
  const built = join(APPS, name, 'dist/server/screen.server.js')
  const load = async () => {
    try {
      return (await import(pathToFileURL(built).href)) as Module
    } catch (error) {
      log.warn({ app: name, error: String(error) }, 'no screen is prerendered: the app is not built')
      return null
    }
  }
  let loading: Promise<Module | null> | undefined
  const loadOnce = () => {
    loading ??= load()
    return loading
  }
  warmUp.add(`screens of ${name}`, loadOnce)
  return loadOnce
}
