import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '../../deps.ts'
import { addressOf } from '../../http/address.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { settingsOver } from '../../http/settings.ts'
import { findNetwork, listStatus, type StatusRow } from './status.sql.ts'

/** How long an answer is cached. */
const FRESH_MS = 10_000
/** Maximum number of cached pages; the oldest is evicted. */
const MOST = 500
/** Networks whose state is not cached that one address may ask about. */
const MISSES_PER_MINUTE = 60
const NETWORK = /^[a-z0-9-]{1,40}$/

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:44rem;margin:0 auto;padding:1rem}' +
  'article{border:1px solid;border-radius:.75rem;padding:.25rem 1rem;margin:1rem 0;overflow-wrap:anywhere}'
const STAMP = new Intl.DateTimeFormat('ru', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const stamp = (at: Date | string): string =>
  `<time datetime="${new Date(at).toISOString()}">${STAMP.format(new Date(at))} UTC</time>`
const lines = (text: string): string => escapeHtml(text).replaceAll('\n', '<br>')

const incidentHtml = ({ title, text, since, until, updates }: StatusRow): string =>
  `<article><h3>${escapeHtml(title)}</h3><p>С ${stamp(since)}${until === null ? '' : ` по ${stamp(until)}`}</p>` +
  `<p>${lines(text)}</p>` +
  (updates.length === 0
    ? ''
    : `<ul>${updates.map((update) => `<li>${stamp(update.at)}: ${lines(update.text)}</li>`).join('')}</ul>`) +
  '</article>'

const part = (name: string, rows: readonly StatusRow[]): string =>
  rows.length === 0 ? '' : `<h2>${name}</h2>${rows.map(incidentHtml).join('')}`

interface Known {
  name: string
  rows: readonly StatusRow[]
  /** When it was read. */
  at: Date
}

const documentHtml = (nonce: string, title: string, body: string): string =>
  `<!doctype html><html lang="ru"><head><meta charset="utf-8"><title>${title}</title>` +
  `<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${STYLE}</style></head>` +
  `<body><main><h1>${title}</h1>${body}</main></body></html>`

const pageHtml = (nonce: string, { name, rows, at }: Known): string => {
  const open = rows.filter(({ until }) => until === null)
  return documentHtml(
    nonce,
    `Состояние: ${escapeHtml(name)}`,
    (open.length === 0 ? '<p>Всё работает.</p>' : part('Сейчас', open)) +
      part(
        'За неделю',
        rows.filter(({ until }) => until !== null),
      ) +
      `<p>Обновлено ${stamp(at)}</p>`,
  )
}

/** The same page whether the network does not exist or its status is not public, so as not to reveal which. */
const noneHtml = (nonce: string): string =>
  documentHtml(
    nonce,
    'Страницы состояния нет',
    '<p>Проверьте адрес: после /status/ стоит имя сети. Если оно верно, сеть не показывает своё состояние всем.</p>' +
      '<p><a href="/">На главную</a></p>',
  )

/**
 * `GET /status/{network}`: the public status page of a business; 404 unless the business makes it public. Read at most every ten
 * seconds and cached: if the database fails, the page shows the last known state and its time.
 */
export const serveStatus = (app: FastifyInstance, deps: Deps): void => {
  const { sql, config, settings, clock, log, rates } = deps
  const kept = new Map<string, { business_id: string; known: Known; asked_at: number }>()
  /** Negative cache: networks that do not exist or are not public, with the time of the check. */
  const none = new Map<string, number>()
  /** Readers of one page at the same moment share one query. */
  const asking = new Map<string, Promise<Known | null>>()

  const keep = <V>(map: Map<string, V>, key: string, value: V): void => {
    map.delete(key)
    map.set(key, value)
    const [first] = map.keys()
    if (map.size > MOST && first !== undefined) map.delete(first)
  }
  const isPublic = (business_id: string): boolean =>
    settingsOver(config, settings.keptOf(business_id)).status_page

  settings.onChange(() => none.clear())

  const ask = async (network: string): Promise<Known | null> => {
    const business = await findNetwork(sql, network)
    if (business === undefined || !isPublic(business.id)) return null
    const at = clock.now()
    const known = { name: business.name, rows: await listStatus(sql, business.id, at), at }
    keep(kept, network, { business_id: business.id, known, asked_at: at.getTime() })
    return known
  }

  const askOnce = async (network: string, ip: string): Promise<Known | null> => {
    if (!kept.has(network) && !asking.has(network))
      await rates.take('status misses', addressOf(ip), MISSES_PER_MINUTE, 60)
    const asked = asking.get(network) ?? ask(network).finally(() => asking.delete(network))
    asking.set(network, asked)
    return asked
  }

  const knownOf = async (network: string, ip: string): Promise<Known | null> => {
    const now = clock.now().getTime()
    const before = kept.get(network)
    if (before !== undefined && !isPublic(before.business_id)) {
      kept.delete(network)
      return null
    }
    if (before !== undefined && Math.abs(now - before.asked_at) < FRESH_MS) return before.known
    if (before === undefined && Math.abs(now - (none.get(network) ?? 0)) < FRESH_MS) return null
    try {
      const known = await askOnce(network, ip)
      if (known === null) {
        kept.delete(network)
        keep(none, network, now)
      }
      return known
    } catch (error) {
      if (before === undefined) throw error
      log.warn({ err: error }, 'status page falls back to the last known state')
      return before.known
    }
  }

  const show = async (network: string, ip: string, reply: FastifyReply) => {
    const known = NETWORK.test(network) ? await knownOf(network, ip) : null
    const nonce = randomBytes(16).toString('base64url')
    return reply
      .code(known === null ? 404 : 200)
      .headers({
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
        'cache-control': 'no-cache',
      })
      .type('text/html; charset=utf-8')
      .send(known === null ? noneHtml(nonce) : pageHtml(nonce, known))
  }
  app.get('/status', ({ ip }, reply) => show('', ip, reply))
  for (const path of ['/status/:network', '/status/:network/'])
    app.get<{ Params: { network: string } }>(path, ({ params, ip }, reply) => show(params.network, ip, reply))
}
