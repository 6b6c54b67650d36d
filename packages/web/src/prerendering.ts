import type { ScreenAnswer } from '@podmoga/contract/screen'
import { rewriteHtml, tagOf } from '@podmoga/ui/lib/rewrite-html'
import { QueryClient } from '@tanstack/react-query'

/** The query client for rendering on the server: each query is fetched once, without retries. */
export const prerenderClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })

/** All answers of the client, with their query keys. */
export const answersOf = (queryClient: QueryClient): ScreenAnswer[] =>
  queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => ({ key: [...queryKey], data: state.data }))

/** Elements that the keyboard can focus. */
const WALKED = new Set(['a', 'input', 'button', 'select', 'section', 'textarea'])

/**
 * Makes prerendered HTML inert: not focusable by keyboard, and fields read-only. The app replaces the elements, so a keyboard
 * user would lose the focus, and text typed into a field that the app does not take over (field-before.ts) would be lost.
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
      // The pages' CSP blocks inline styles; src/prerender-screen.ts applies them.
      ...(style !== undefined && { 'data-style': style }),
    })
    return { opening }
  })
