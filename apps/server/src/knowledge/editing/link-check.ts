import { checkLinks, LINKS_MAX, type OutsideLink } from '@podmoga/contract/desk/material/links'
import type { Deps } from '../../deps.ts'
import type { On } from '../../http/serve.ts'
import { makeOutsideFetch, OutsideError, type OutsideFetch } from '../../ports/outside-fetch.ts'
import { tagsOfHtml } from '../html-text.ts'
import { editedMaterial } from './editing.rules.ts'

const AT_ONCE = 5
const HOPS = 3
const LIMITS = { deadline_ms: 4000, bytes_max: 64 * 1024 }

/** Returns the distinct http(s) URLs that clean HTML links to. */
export const outsideLinks = (clean: string): string[] => [
  ...new Set(
    tagsOfHtml(clean, 'a').flatMap(({ attributes: { href } }) =>
      href !== undefined && /^https?:\/\//i.test(href) && URL.canParse(href) ? [href] : [],
    ),
  ),
]

const kindOfStatus = (status: number): OutsideLink['kind'] => {
  if (status === 404 || status === 410) return 'gone'
  if (status < 400) return 'ok'
  // The page exists, but refuses clients that are not a signed-in browser.
  return status < 500 ? 'unchecked' : 'failed'
}

const HEAD_IS_NOT_ANSWERED = new Set([403, 404, 405, 501])

/** Checks whether a page responds. Every redirect goes through the same guarded fetch, which refuses internal addresses. */
export const lookAt = async (fetch: OutsideFetch, href: string): Promise<OutsideLink['kind']> => {
  const ask = async (url: string, method: 'HEAD' | 'GET', hops: number): Promise<OutsideLink['kind']> => {
    const { port, username, password } = new URL(url)
    // Non-default ports and credentials are not fetched: such URLs are not pages for readers and could probe internal services.
    if (port !== '' || username !== '' || password !== '') return 'unchecked'
    const { status, headers } = await fetch(url, { method, headers: { 'user-agent': 'Podmoga link check' } })
    const next = status >= 300 && status < 400 ? headers.get('location') : null
    if (next !== null && URL.canParse(next, url))
      return hops === 0 ? 'failed' : ask(new URL(next, url).href, method, hops - 1)
    if (method === 'HEAD' && HEAD_IS_NOT_ANSWERED.has(status)) return ask(url, 'GET', hops)
    return kindOfStatus(status)
  }
  try {
    return await ask(href, 'HEAD', HOPS)
  } catch (error) {
    // A response larger than the limit still means that the page exists.
    if (error instanceof OutsideError && error.kind === 'too_large') return 'ok'
    return error instanceof OutsideError && error.kind !== 'too_slow' ? 'unchecked' : 'failed'
  }
}

/** Checks links, a few in parallel; the result keeps their order. */
const lookAtAll = async (fetch: OutsideFetch, hrefs: readonly string[]): Promise<OutsideLink[]> => {
  const links: OutsideLink[] = []
  for (let at = 0; at < hrefs.length; at += AT_ONCE)
    links.push(
      ...(await Promise.all(
        hrefs.slice(at, at + AT_ONCE).map(async (href) => ({ href, kind: await lookAt(fetch, href) })),
      )),
    )
  return links
}

/** Route by which an editor checks the external links of a material, in its saved text. */
export const knowledgeLinkRoutes = (on: On, { sql }: Deps): void => {
  const fetch = makeOutsideFetch({ inside: [], ...LIMITS })
  on(checkLinks, async ({ who, params }) => {
    const { business_ids } = who
    const { content } = await editedMaterial(sql, { business_ids, material_id: params.materialId })
    const hrefs = outsideLinks(content)
    return {
      links: await lookAtAll(fetch, hrefs.slice(0, LINKS_MAX)),
      more: Math.max(0, hrefs.length - LINKS_MAX),
    }
  })
}
