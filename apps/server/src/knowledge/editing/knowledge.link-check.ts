import { checkLinks, LINKS_MAX, type OutsideLink } from '@podmoga/contract/desk/material/links'
import type { Deps } from '../../deps.ts'
import type { On } from '../../http/serve.ts'
import { makeOutsideFetch, OutsideError, type OutsideFetch } from '../../ports/outside-fetch.ts'
import { tagsOfHtml } from '../html-text.ts'
import { editedMaterial } from './knowledge.rules.ts'

const AT_ONCE = 5
const HOPS = 3
const LIMITS = { deadline_ms: 4000, bytes_max: 64 * 1024 }

/** The web addresses that clean HTML leads to, each once. */
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
  // It is there, and not for a stranger who comes without a browser.
  return status < 500 ? 'unchecked' : 'failed'
}

const HEAD_IS_NOT_ANSWERED = new Set([403, 404, 405, 501])

/** Whether a page answers. Every hop is asked for by the same guarded fetch, which goes nowhere inside. */
export const lookAt = async (fetch: OutsideFetch, href: string): Promise<OutsideLink['kind']> => {
  const ask = async (url: string, method: 'HEAD' | 'GET', hops: number): Promise<OutsideLink['kind']> => {
    const { port, username, password } = new URL(url)
    // A port that a browser would not take by itself is no page for readers, and no address of ours to try.
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
    // More than is read is a page all the same.
    if (error instanceof OutsideError && error.kind === 'too_large') return 'ok'
    return error instanceof OutsideError && error.kind !== 'too_slow' ? 'unchecked' : 'failed'
  }
}

/** Looks at some links at once, in the order of the text. */
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

/** Whether what a material links to still answers. Asked by an editor, about the text as it is saved. */
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
