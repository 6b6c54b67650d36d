import type { ScreenAnswer } from '@podmoga/contract/screen'
import { rewriteHtml, tagOf } from '@podmoga/ui/lib/rewrite-html'
import { QueryClient } from '@tanstack/react-query'

/** What a screen is drawn from on the server: every answer is asked for once, and a refused one is not asked again. */
export const prerenderClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })

/** The answers under the keys by which the app keeps them. */
export const answersOf = (queryClient: QueryClient): ScreenAnswer[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ key: [...queryKey], data: state.data }))

/** What the keyboard walks through. */
const WALKED = new Set(['a', 'input', 'button', 'select', 'section', 'textarea'])

/**
 * The app draws its own over it: whoever walks by keyboard would lose their place with the element they stand on, and
 * whoever writes would lose what the app does not take over; see field-before.ts.
 */
export const onlyToLookAt = (html: string): string =>
  rewriteHtml(html, (name, { tabindex, style, ...attributes }) => {
    const walks = WALKED.has(name)
    const isWritten = name === 'textarea' || name === 'input'
    if (!walks && style === undefined) return undefined
    const opening = tagOf(name, {
      ...(walks ? { tabindex: '-1' } : tabindex !== undefined && { tabindex }),
      ...(isWritten && attributes['data-goes-on'] === undefined && { readonly: '' }),
      ...attributes,
      // The pages' policy refuses styles in markup; src/prerender-screen.ts sets them.
      ...(style !== undefined && { 'data-style': style }),
    })
    return { opening }
  })
