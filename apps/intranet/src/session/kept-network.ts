const NETWORK = 'network'
const WANTED = 'wanted'

/** The network whose providers are shown: from the URL, else the last one used in this browser. */
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
    // Without storage the user is asked again.
  }
}

/** The path the user was going to, kept in this tab during the redirect to their provider and back. */
export const keepWanted = (path: string | null): void => {
  try {
    if (path === null) sessionStorage.removeItem(WANTED)
    else sessionStorage.setItem(WANTED, path)
  } catch {
    // Without storage they start at the list of restaurants.
  }
}

export const keptWanted = (): string | null => {
  try {
    return sessionStorage.getItem(WANTED)
  } catch {
    return null
  }
}
