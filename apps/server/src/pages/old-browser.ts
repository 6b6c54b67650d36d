import { randomBytes } from 'node:crypto'
import { listMaterials } from '@podmoga/contract/knowledge'
import { getSettings, type Settings } from '@podmoga/contract/settings'
import { OLD_BROWSER } from '@podmoga/contract/staff-pages'
import { tokensIn } from '@podmoga/contract/user-tokens'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { escapeHtml } from '../http/escape-html.ts'

export interface FaqText {
  title: string
  /** Plain text with line breaks. */
  text: string
}

/** Returns the texts of those materials that are frequent questions of the restaurant. */
export type ReadFaq = (restaurant_id: string, ids: readonly string[]) => Promise<FaqText[]>

const STYLE =
  'body{max-width:40em;margin:0 auto;padding:16px;font:17px/1.5 sans-serif;color:#1a1a1a;background:#fff}' +
  'h1{font-size:26px;line-height:1.25}h2{margin-top:1.6em;font-size:20px}a{color:#0b57d0}' +
  '.call a{display:inline-block;padding:10px 0;font-size:20px;font-weight:bold}'

const link = (scheme: string, to: string): string =>
  to === '' ? '' : `<p><a href="${scheme}:${escapeHtml(to)}">${escapeHtml(to)}</a></p>`

const faqHtml = (faq: readonly FaqText[]): string =>
  faq.length === 0
    ? ''
    : `<h1>Частые вопросы</h1>${faq
        .map(({ title, text }) => {
          const lines = text.split('\n').map((line) => `<p>${escapeHtml(line)}</p>`)
          return `<h2>${escapeHtml(title)}</h2>${lines.join('')}`
        })
        .join('')}`

const pageHtml = (nonce: string, { support_phone, support_email }: Settings, faq: readonly FaqText[]) =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>Браузер устарел</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${STYLE}</style></head><body>` +
  `<h1>Браузер устарел</h1><p>В этом браузере «Помощь» не работает. Обновите его или откройте эту страницу на другом устройстве: ` +
  `нужен Chrome или Яндекс Браузер 2022 года и новее, Safari на iOS 15.4 и новее или Firefox 115 и новее.</p>` +
  `<div class="call"><p>Помочь могут и без браузера:</p>${link('tel', support_phone)}${link('mailto', support_email)}</div>` +
  `<p><a href="/">Браузер обновлен: открыть «Помощь»</a></p>${faqHtml(faq)}</body></html>`

/**
 * A page without scripts, to which theme-boot.js sends browsers older than the oldest supported one. It shows the frequent
 * questions to a signed-in person; the API calls decide who may read them.
 */
export const serveOldBrowser = (
  app: FastifyInstance,
  { settings }: Pick<Deps, 'settings'>,
  readFaq: ReadFaq,
) => {
  const ask = async (path: string, { headers }: FastifyRequest, sent: Record<string, string>) => {
    const answer = await app.inject({ url: `/api/${path}`, headers: { ...sent, host: headers.host ?? '' } })
    return answer.statusCode === 200 ? answer.json() : null
  }
  app.get(OLD_BROWSER, async (request, reply) => {
    const tokens = tokensIn(request.headers.cookie ?? '')
    const network = tokens?.business?.network
    const sent = {
      authorization: `Bearer ${tokens?.access_token}`,
      ...(tokens?.id !== undefined && { authrestaurantid: tokens.id }),
      ...(network !== undefined && { authbusinessnetwork: network }),
    }
    const own: Settings | null = tokens && (await ask(getSettings.path, request, sent))
    const readable: { id: string }[] | null =
      tokens?.id === undefined ? null : await ask(`${listMaterials.path}?search=`, request, sent)
    const ids = (readable ?? []).map(({ id }) => id)
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-store',
      })
      .type('text/html; charset=utf-8')
      .send(
        pageHtml(
          nonce,
          own ?? settings.pageOfAll(),
          ids.length > 0 ? await readFaq(tokens?.id ?? '', ids) : [],
        ),
      )
  })
}
