const ROOT = '/intranet/'
export const RECOVER = `${ROOT}recover`

/** Path of the sign-in; keeps `return_to`. */
export const signInPath = (): string => {
  const wanted = new URLSearchParams(location.search).get('return_to')
  return wanted === null ? ROOT : `${ROOT}?return_to=${encodeURIComponent(wanted)}`
}

export const recoverPath = (): string => signInPath().replace(ROOT, RECOVER)

/** The provider whose callback path this is; null if it is not a callback path. */
export const callbackOf = (pathname: string): string | null =>
  /^\/intranet\/callback\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? null

/** The page of a path on this site; any other path is the sign-in. */
export const pageAt = (
  pathname: string,
): 'recover' | 'revert' | 'callback' | 'invite' | 'join' | 'setup' | 'sign_in' => {
  const path = pathname.replace(/\/$/, '')
  if (path === '/setup') return 'setup'
  if (callbackOf(path) !== null) return 'callback'
  const page = path.slice(ROOT.length)
  const known = ['recover', 'revert', 'callback', 'invite', 'join'] as const
  return known.find((name) => name === page) ?? 'sign_in'
}
