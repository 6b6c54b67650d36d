import { createContext, use } from 'react'

/**
 * Who is here and where: every query, every call and every draft starts from it. `useScope` throws above its provider;
 * `outside` says where that is.
 */
export const makeScope = <P>(outside: string) => {
  const ScopeContext = createContext<P | null>(null)
  const useScope = (): P => {
    const scope = use(ScopeContext)
    if (scope === null) throw new Error(`useScope stands outside ${outside}`)
    return scope
  }
  return { ScopeProvider: ScopeContext, useScope }
}
