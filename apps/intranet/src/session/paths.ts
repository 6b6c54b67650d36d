const ROOT = '/intranet/'
export const RECOVER = `${ROOT}recover`

/** Sign-in; where the person was going is kept. */
export const signInPath = (): string => {
  const wanted = new URLSearchParams(location.search).get('return_to')
  return wanted === null ? ROOT : `${ROOT}?return_to=${encodeURIComponent(wanted)}`
}

export const recoverPath = (): string => signInPath().replace(ROOT, RECOVER)

/** Whose own address a page is that a provider sends browsers back to; null: nobody's. */
export const callbackOf = (pathname: string): string | null =>
  /^\/intranet\/callback\/([\w-]+)\/?$/.exec(pathname)?.[1] ?? null

/** Which page an address of this site is; everything else is sign-in. */
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
