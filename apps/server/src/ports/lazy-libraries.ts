import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

const ahead: (() => unknown)[] = []

/** Waits until it is the turn of work that can wait; false: it is to be left off. */
export type GiveWay = () => Promise<boolean>

/** A library that is loaded when it is first asked for: a start waits for none of these. `prepare` sees it first. */
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

/** The same of one that most installations need: a server that is ready loads it, so that no request has to. */
export const late: typeof onFirstUse = (name, prepare) => {
  const load = onFirstUse(name, prepare)
  ahead.push(load)
  return load
}

/**
 * Node's own HTTP clients. An `import` of them also makes what else they export, such as a WebSocket: a whole fetch beside,
 * some 30 ms of a start.
 */
export const nodeHttp = onFirstUse<typeof import('node:http')>('node:http')
export const nodeHttps = onFirstUse<typeof import('node:https')>('node:https')

/** Loads what is late, one library a turn. Throws what a library throws that cannot be loaded. */
export const loadLazyLibraries = async (giveWay: GiveWay): Promise<void> => {
  for (const load of ahead) {
    if (!(await giveWay())) return
    load()
  }
}
