import { createContext, use } from 'react'

/**
 * Makes a context for the scope: the current person and restaurant or desk, which every query, call and draft depends on.
 * `useScope` throws without a provider; `outside` names the provider in the error.
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
