import type { ScreenAnswer } from '@podmoga/contract/screen'
import { QueryClient } from '@tanstack/react-query'

/** What a screen is drawn from on the server: every answer is asked for once, and a refused one is not asked again. */
export const drawingClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })

/** The answers under the keys by which the app keeps them. */
export const answersOf = (queryClient: QueryClient): ScreenAnswer[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ key: [...queryKey], data: state.data }))

/**
 * The app draws its own over it: whoever walks by keyboard would lose their place with the element they stand on, and
 * whoever writes a long text would lose its end.
 */
export const onlyToLookAt = (html: string): string =>
  html
    .replaceAll(/<(a|input|button|select|section|textarea)(?=[ >])/g, '<$1 tabindex="-1"')
    .replaceAll('<textarea ', '<textarea readonly ')
    // The pages' policy refuses styles in markup; draw-screen.ts sets them.
    .replaceAll(/(<[a-z][^<>]*) style="/g, '$1 data-style="')
