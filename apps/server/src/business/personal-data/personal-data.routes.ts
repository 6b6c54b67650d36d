import { Readable } from 'node:stream'
import * as calls from '@podmoga/contract/desk/personal-data'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { contentDisposition } from '../../files/content-disposition.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager, Person } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { Duties } from '../../module.ts'
import { isAlive } from '../../session/session.access.sql.ts'
import { endSessions } from '../../session/session.sql.ts'
import { noteRevoked } from '../../session/tokens/revoked.ts'
import { mayActOn, mayChangeAccess, personToChange, refuseLastAdmin } from '../business.rules.ts'
import { findPersonRow, lockPeople } from '../people/people.sql.ts'
import { archiveOf } from './archive.ts'
import { erase } from './erase.ts'
import { addErasure, endErasure, findErasure, listErasureRows } from './erasure.sql.ts'
import { mayHaveArchive } from './personal-data.sql.ts'

const PAGE = 50
const ARCHIVES_PER_HOUR = 20
const ROOT = '/files/personal'
const ABOUT = 'person '
const ZIP = 'application/zip'

/** A person's own data: exported as an archive, and erased once an admin agrees. */
export const personalDataRoutes = (
  app: FastifyInstance,
  on: On,
  deps: Deps,
  modules: readonly Duties[],
): void => {
  archiveRoutes(app, on, deps, modules)
  askRoutes(on, deps)
  erasureRoutes(on, deps, modules)
}

/** Records an action on a person in the journal. */
const makeNoteOf = ({ clock }: Deps) => {
  const note = makeNote(clock)
  return (db: Db, by: Person, request: FastifyRequest, event: string, person_id: string) =>
    note(db, by, request, { event, subject: `${ABOUT}${person_id}` })
}

const archiveRoutes = (app: FastifyInstance, on: On, deps: Deps, modules: readonly Duties[]): void => {
  const { sql, clock, links, rates } = deps
  const note = makeNoteOf(deps)

  /** A link that is valid as long as a file link, and only while the requester's session is open. */
  const linkTo = async (by: Person, request: FastifyRequest, person_id: string): Promise<{ url: string }> => {
    await rates.take('archive', by.person_id, ARCHIVES_PER_HOUR, 3600)
    await note(sql, by, request, 'data_exported', person_id)
    const file_key = [`${ABOUT}${person_id}`, ...(by.key === undefined ? [] : [by.key.id])].join(' ')
    const file = { file_key, file_name: 'данные.zip', content_type: ZIP }
    return { url: links.link(by, file).replace(/^\/files/, ROOT) }
  }

  app.get(`${ROOT}/:token/:name`, async (request, reply) => {
    const { token, name } = request.params as { token: string; name: string }
    const link = links.open(token, name)
    const isOurs = link?.file_key.startsWith(ABOUT) === true && link.content_type === ZIP
    if (link === null || !isOurs || !links.isCurrent(link)) throw refuse('not_found')
    if (!(await isAlive(sql, { ...link, now: clock.now() }))) throw refuse('not_found')
    // The requester may have lost the right to the data since the link was created.
    const [person_id = '', key_id = null] = link.file_key.slice(ABOUT.length).split(' ')
    const asked = { reader_id: link.person_id, person_id, key_id, now: clock.now() }
    if (!(await mayHaveArchive(sql, asked))) throw refuse('not_found')
    reply.headers({
      'content-type': ZIP,
      'content-disposition': contentDisposition('attachment', link.file_name),
      'content-security-policy': "sandbox; default-src 'none'",
      'cache-control': 'private, no-store',
    })
    return reply.send(Readable.from(archiveOf(deps, person_id, modules), { objectMode: false }))
  })

  /** A person whose data the admin may manage; for an export also the admin themselves. */
  const findOwn = async (who: PeopleManager, personId: string) => {
    const row = await findPersonRow(sql, { ...who, person_id: rowId(personId) })
    if (row === undefined) throw refuse('not_found')
    if (row.id !== who.person_id && !mayActOn(who, row)) throw refuse('above_you')
    return row
  }

  on(calls.exportOwnData, async ({ who, request }) => linkTo(who, request, who.person_id))

  on(calls.exportPersonData, async ({ who, params, request }) =>
    linkTo(who, request, (await findOwn(who, params.personId)).id),
  )
}

const askRoutes = (on: On, deps: Deps): void => {
  const { sql, clock } = deps
  const note = makeNoteOf(deps)

  on(calls.getOwnData, async ({ who }) => ({
    erasure_asked_at: (await findErasure(sql, who.person_id))?.toISOString() ?? null,
  }))

  on(calls.askErasure, async ({ who, request }) =>
    sql.begin(async (tx) => {
      const { person_id, business_id } = who
      if (await addErasure(tx, { person_id, business_id, now: clock.now() }))
        await note(tx, who, request, 'erasure_asked', person_id)
      const asked_at = (await findErasure(tx, person_id)) ?? clock.now()
      return { erasure_asked_at: asked_at.toISOString() }
    }),
  )
  on(calls.cancelErasure, async ({ who }) => {
    await endErasure(sql, who.person_id)
    return { ok: true }
  })
}

const erasureRoutes = (on: On, deps: Deps, modules: readonly Duties[]): void => {
  const { sql, clock } = deps
  const note = makeNoteOf(deps)

  on(calls.listErasures, async ({ who, query }) => {
    const after = query.after === undefined ? null : rowId(query.after)
    const rows = await listErasureRows(sql, { business_id: who.business_id, after, limit: PAGE + 1 })
    const page = rows.slice(0, PAGE)
    return {
      results: page.map((row) => ({
        person_id: row.person_id,
        name: [row.first_name, row.last_name].filter(Boolean).join(' ') || null,
        login: row.email ?? row.phone,
        asked_at: row.asked_at.toISOString(),
      })),
      next: rows.length > PAGE ? (page.at(-1)?.person_id ?? null) : null,
    }
  })

  on(calls.erasePerson, async ({ who, params, request }) => {
    const gone = await sql.begin(async (tx) => {
      await lockPeople(tx, who.business_id)
      const person = await personToChange(tx, who, params.personId)
      await refuseLastAdmin(tx, who.business_id, person)
      const now = clock.now()
      const { id: person_id } = person
      const { ip, id: request_id } = request
      await endSessions(tx, {
        person_id,
        except_session_id: null,
        now,
        reason: 'person_erased',
        ip,
        request_id,
      })
      await erase(tx, modules, { person_id, now })
      await note(tx, who, request, 'person_erased', person_id)
      return person_id
    })
    noteRevoked(gone)
    return { ok: true }
  })

  on(calls.refuseErasure, async ({ who, params, request }) => {
    await sql.begin(async (tx) => {
      const person = await personToChange(tx, who, params.personId, mayChangeAccess)
      if (await endErasure(tx, person.id)) await note(tx, who, request, 'erasure_refused', person.id)
    })
    return { ok: true }
  })
}
