const ROOT = '/intranet/'
export const RECOVER = `${ROOT}recover`

/** Sign-in; where the person was going is kept. */
export const signInPath = (): string => {
  const wanted = new URLSearchParams(location.search).get('return_to')
  return wanted === null ? ROOT : `${ROOT}?return_to=${encodeURIComponent(wanted)}`
}

export const recoverPath = (): string => signInPath().replace(ROOT, RECOVER)

/** Which page an address of this site is; everything else is sign-in. */
export const pageAt = (
  pathname: string,
): 'recover' | 'revert' | 'callback' | 'invite' | 'join' | 'setup' | 'sign_in' => {
  const path = pathname.replace(/\/$/, '')
  if (path === '/setup') return 'setup'
  const page = path.slice(ROOT.length)
  const known = ['recover', 'revert', 'callback', 'invite', 'join'] as const
  return known.find((name) => name === page) ?? 'sign_in'
}
