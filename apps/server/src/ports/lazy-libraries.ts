import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const ahead: (() => unknown)[] = []

/** Yields to requests before the next step of background work. Resolves to false if the work must stop. */
export type GiveWay = () => Promise<boolean>

/**
 * Loads a library at its first use, so that it does not delay the start. `prepare` is called with it once, before it is returned.
 */
export const onFirstUse = <Library>(
  name: string,
  prepare: (library: Library) => void = () => undefined,
): (() => Library) => {
  let loaded: Library | undefined
  return () => {
    if (loaded === undefined) {
      const library = require(name) as Library
      prepare(library)
      loaded = library
    }
    return loaded
  }
}

/**
 * Like `onFirstUse`, for a library that most installations need: it is preloaded once the server is ready, so that no request
 * waits for it.
 */
export const late: typeof onFirstUse = (name, prepare) => {
  const load = onFirstUse(name, prepare)
  ahead.push(load)
  return load
}

/**
 * Node's HTTP clients. An `import` would also initialize everything else that they export, such as WebSocket and thus fetch,
 * which adds some 30 ms to a start.
 */
export const nodeHttp = onFirstUse<typeof import('node:http')>('node:http')
export const nodeHttps = onFirstUse<typeof import('node:https')>('node:https')

/** Loads the libraries registered with `late`, and calls `giveWay` before each. Throws if a library cannot be loaded. */
export const loadLazyLibraries = async (giveWay: GiveWay): Promise<void> => {
  for (const load of ahead) {
    if (!(await giveWay())) return
    load()
  }
}
