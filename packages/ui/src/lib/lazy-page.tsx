import { type ComponentType, lazy, useState } from 'react'

export interface LazyPage<Props extends object = object> {
  (props: Props): React.ReactNode
  preload: () => Promise<unknown>
}

/** A page in a chunk of its own. Once the chunk is loaded, the page renders synchronously, without suspending. */
export const lazyPage = <Props extends object = object>(
  load: () => Promise<ComponentType<Props>>,
): LazyPage<Props> => {
  let loaded: ComponentType<Props> | null = null
  const preload = async () => {
    loaded = await load()
    return { default: loaded }
  }
  const Late: ComponentType<Props> = lazy(preload)
  const Page = (props: Props) => {
    const [Chosen] = useState(() => loaded ?? Late)
    return <Chosen {...props} />
  }
  Page.preload = preload
  return Page
}

const isLazyPage = (type: unknown): type is LazyPage => typeof type === 'function' && 'preload' in type

/** Fetches the chunks of the lazy pages among a router's matches. Never rejects: the page itself shows the error. */
export const preloadPages = async (
  matches: readonly { route: { element?: unknown } }[] | null,
): Promise<void> => {
  const types = (matches ?? []).map(({ route }) => (route.element as { type?: unknown } | undefined)?.type)
  await Promise.allSettled(types.filter(isLazyPage).map(({ preload }) => preload()))
}
