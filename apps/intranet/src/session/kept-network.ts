const NETWORK = 'network'
const WANTED = 'wanted'

/** The network whose providers this browser shows: named in the address, or the last one that was. */
export const keptNetwork = (): string | null => {
  const named = new URLSearchParams(location.search).get('network')
  if (named !== null && named.trim() !== '') return named
  try {
    return localStorage.getItem(NETWORK)
  } catch {
    return null
  }
}

export const keepNetwork = (network: string): void => {
  try {
    localStorage.setItem(NETWORK, network)
  } catch {
    // A browser that keeps nothing asks again.
  }
}

/** Where the person was going, kept in this tab over the way to their provider and back. */
export const keepWanted = (path: string | null): void => {
  try {
    if (path === null) sessionStorage.removeItem(WANTED)
    else sessionStorage.setItem(WANTED, path)
  } catch {
    // They begin at the list of restaurants then.
  }
}

export const keptWanted = (): string | null => {
  try {
    return sessionStorage.getItem(WANTED)
  } catch {
    return null
  }
}
