import { createHash, randomBytes } from 'node:crypto'
import * as calls from '@podmoga/contract/desk/admin'
import type { TopicKind } from '@podmoga/contract/fields/choices'
import type { Db } from '@podmoga/sql/sql'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { listTopics, lockHandbook, writeTopics } from './handbook.sql.ts'

/** Identifies the version of the handbook that was read: a save based on an older one is refused. */
const revisionOf = (topics: readonly calls.HandbookTopic[]): string =>
  createHash('sha256').update(JSON.stringify(topics)).digest('base64url').slice(0, 22)

const readAll = async (db: Db, business_id: string) => {
  const modules = await listTopics(db, { business_id, kind: 'module' })
  const payments = await listTopics(db, { business_id, kind: 'payment' })
  const topics = [...modules, ...payments]
  return { topics, revision: revisionOf(topics) }
}

const wordsOf = (topics: readonly calls.HandbookTopic[]): string[] =>
  topics.map(({ key, name, archived }) => `${key}: ${name}${archived ? ' (в архиве)' : ''}`)

const newKey = (kind: TopicKind): string => `${kind}_${randomBytes(5).toString('hex')}`

/** Modules and payment systems under a business's own names. A key never changes or disappears. */
export const handbookRoutes = (on: On, { sql, clock }: Deps): void => {
  const note = makeNote(clock)
  on(calls.getHandbook, ({ who }) => readAll(sql, who.business_id))

  on(calls.setHandbook, async ({ who, params, body, request }) => {
    const { business_id } = who
    const { kind } = params
    const names = body.topics.filter(({ archived }) => !archived).map(({ name }) => name.trim().toLowerCase())
    if (new Set(names).size < names.length) throw refuse('name_taken')
    return sql.begin(async (tx) => {
      await lockHandbook(tx, business_id)
      if ((await readAll(tx, business_id)).revision !== body.revision)
        throw refuse('stale_draft', { message: 'Список уже изменил кто-то другой. Обновите страницу.' })
      const before = await listTopics(tx, { business_id, kind })
      const known = new Set(before.map(({ key }) => key))
      if (body.topics.some(({ key }) => key !== null && !known.has(key))) throw refuse('not_found')
      const wanted = body.topics.map(({ key, name, archived }) => ({
        kind,
        key: key ?? newKey(kind),
        name: name.trim(),
        archived,
      }))
      const named = new Set(wanted.map(({ key }) => key))
      const left_out = before
        .filter(({ key }) => !named.has(key))
        .map((topic) => ({ ...topic, archived: true }))
      await writeTopics(tx, { business_id, kind, topics: [...wanted, ...left_out], now: clock.now() })
      await note(tx, who, request, {
        event: 'handbook_changed',
        subject: `handbook ${kind}`,
        before: { topics: wordsOf(before) },
        after: { topics: wordsOf(wanted) },
      })
      return readAll(tx, business_id)
    })
  })
}
