import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage {
  (): React.ReactNode
  preload: () => Promise<unknown>
}

/** A page in a file of its own. Once that has been fetched the page is drawn at once, without a moment of waiting. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyPage => {
  let loaded: ComponentType | null = null
  const preload = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Late = lazy(preload)
  const Page = () => {
    const [Chosen] = useState(() => loaded ?? Late)
    return <Chosen />
  }
  Page.preload = preload
  return Page
}

const isLazyPage = (type: unknown): type is LazyPage => typeof type === 'function' && 'preload' in type

/** Fetches the files of the lazy pages among a router's matches. Never rejects: the page itself says what is wrong. */
export const preloadPages = async (
  matches: readonly { route: { element?: unknown } }[] | null,
): Promise<void> => {
  const types = (matches ?? []).map(({ route }) => (route.element as { type?: unknown } | undefined)?.type)
  await Promise.allSettled(types.filter(isLazyPage).map(({ preload }) => preload()))
}
