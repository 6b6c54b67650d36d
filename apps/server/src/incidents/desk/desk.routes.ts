import * as calls from '@podmoga/contract/desk/incidents'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import { totalPages } from '@podmoga/contract/page'
import type { TransactionSql } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { businessOf, type DeskMember } from '../../http/principals.ts'
import { isRowId, refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { settleProposal } from '../bursts/proposals.sql.ts'
import type { IncidentNeeds } from '../incidents.needs.ts'
import * as rows from './desk.sql.ts'
import { reportOf } from './report.ts'

const iso = (time: Date): string => time.toISOString()
/** Tickets from this long before the start may be about the incident: it is marked after the first of them are read. */
const BEFORE_MS = 2 * 3_600_000
/** Incidents, and updates, that an agent may write: each rings the devices of many. */
const PER_HOUR = 30

const incidentAnswer = ({ business_id: _, since, until, ...row }: rows.DeskIncidentRow) => ({
  ...row,
  since: iso(since),
  until: until === null ? null : iso(until),
})
const glanceAnswer = ({ created_at, answered_at, ...row }: rows.GlanceRow) => ({
  ...row,
  created_at: iso(created_at),
  answered_at: answered_at === null ? null : iso(answered_at),
})

interface Parts {
  on: On
  deps: Deps
  needs: IncidentNeeds
  /** Publishes, within the transaction, that an incident has changed, to its restaurants and to the desk. */
  publish: (tx: TransactionSql, of: { id: string; business_id: string; everywhere: boolean }) => Promise<void>
}

/** Routes by which support creates, updates and ends incidents. */
export const deskIncidentRoutes = (on: On, deps: Deps, needs: IncidentNeeds): void => {
  const publish: Parts['publish'] = async (tx, { id, business_id, everywhere }) => {
    const ids = await rows.restaurantsOf(tx, { id, everywhere })
    await needs.publishToRestaurants(tx, { business_id, ids }, 'incident', {})
    await needs.publishToDesk(tx, business_id, 'incident', { id, count: null })
  }
  const parts = { on, deps, needs, publish }
  readRoutes(parts)
  createRoute(parts)
  wordRoutes(parts)
  ticketRoutes(parts)
  reportRoute(parts)
}

/** Finds an incident of the caller's businesses. Throws `not_found`. */
const incidentOf = async (db: Parts['deps']['sql'], who: DeskMember, asked: string) => {
  const row = await rows.findIncident(db, { business_ids: who.business_ids, incident_id: rowId(asked) })
  if (row === undefined) throw refuse('not_found')
  return row
}
const lockedOf = async (tx: TransactionSql, who: DeskMember, asked: string) => {
  const row = await rows.lockIncident(tx, { business_ids: who.business_ids, incident_id: rowId(asked) })
  if (row === undefined) throw refuse('not_found')
  return row
}

const auditOf = (who: DeskMember, request: FastifyRequest, at: Date) => ({
  at,
  person_id: who.person_id,
  session_id: who.session_id,
  ip: request.ip,
  request_id: request.id,
})

const readRoutes = ({ on, deps: { sql, links }, needs }: Parts): void => {
  on(calls.listDeskIncidents, async ({ who, query }) => {
    const { rows: found, total_items } = await rows.listIncidentRows(sql, {
      business_ids: who.business_ids,
      ...query,
    })
    return {
      results: found.map(incidentAnswer),
      total_pages: totalPages(total_items, query.page_size),
      total_items,
    }
  })

  on(calls.listIncidentRestaurants, async ({ who }) => ({
    restaurants: await rows.listRestaurantRows(sql, who.business_ids),
  }))

  on(calls.getDeskIncident, async ({ who, params }) => {
    const row = await incidentOf(sql, who, params.incidentId)
    const { id, business_id, everywhere, topics } = row
    const linked = await rows.listLinked(sql, id)
    const like =
      row.until !== null
        ? []
        : await needs.listOpenLike(sql, {
            business_id,
            restaurant_ids: await rows.restaurantsOf(sql, { id, everywhere }),
            since: new Date(row.since.getTime() - BEFORE_MS),
            text: `${row.title} ${row.text}`,
            topics,
          })
    const proposed = like.filter((ticket) => !linked.includes(ticket))
    const glances = new Map(
      (await rows.listGlances(sql, { incident_id: id, ids: [...linked, ...proposed] })).map((glance) => [
        glance.id,
        glanceAnswer(glance),
      ]),
    )
    const shown = (ids: readonly string[]) => ids.flatMap((ticket) => glances.get(ticket) ?? [])
    return {
      ...incidentAnswer(row),
      updates: (await rows.listUpdates(sql, id)).map((update) => ({ ...update, at: iso(update.at) })),
      linked: shown(linked),
      proposed: shown(proposed),
      said: (await rows.listTexts(sql, id)).map(({ files, at, ...row }) => ({
        ...row,
        at: iso(at),
        files: files.map(({ file_key, scan, ...file }) => ({
          ...file,
          ...(scan === null ? {} : { scan }),
          file_url: links.link(who, { ...file, file_key }),
        })),
      })),
    }
  })
}

const createRoute = ({ on, deps: { clock, rates }, needs, publish }: Parts): void => {
  on(calls.createIncident, ({ who, body, once, request }) =>
    once({
      before: () => rates.take('incidents', who.person_id, PER_HOUR, 3600),
      work: async (tx) => {
        const now = clock.now()
        const { person_id, business_ids } = who
        const business_id = body.business ?? businessOf(who)
        if (!business_ids.includes(business_id)) throw refuse('not_found')
        const since = body.since === undefined ? now : new Date(body.since)
        if (since > now) throw refuse('invalid', { fields: { since: 'Время ещё не наступило' } })
        const restaurant_ids = [...new Set(body.restaurants)]
        const restaurant_groups = [...new Set(body.restaurant_groups)]
        const own = await needs.ownRestaurants(tx, { business_id, ids: restaurant_ids.filter(isRowId) })
        const groups = await rows.ownGroups(tx, { business_id, groups: restaurant_groups })
        if (own.length < restaurant_ids.length || groups.length < restaurant_groups.length)
          throw refuse('not_found')
        const everywhere = own.length + groups.length === 0
        const offered = await needs.topicsOf(business_id, 'module')
        if (body.topics.some((topic) => !offered.some(({ key }) => key === topic)))
          throw refuse('invalid', { fields: { topics: FIELD.bad_value } })
        const { title, text, topics } = body
        const id = await rows.addIncident(tx, {
          business_id,
          title,
          text,
          topics,
          restaurant_ids,
          restaurant_groups,
          everywhere,
          since,
          person_id,
          now,
        })
        await rows.addUpdate(tx, { incident_id: id, kind: 'begin', text, person_id, now })
        await rows.linkTickets(tx, { incident_id: id, ids: body.tickets.filter(isRowId) })
        if (body.proposal !== undefined) {
          const settled = await settleProposal(tx, {
            business_id,
            id: rowId(body.proposal),
            incident_id: id,
          })
          if (settled !== 'settled') throw refuse(settled === 'taken' ? 'request_decided' : 'not_found')
        }
        await writeAudit(tx, {
          ...auditOf(who, request, now),
          event: 'incident_begun',
          business_id,
          after: {
            incident: title,
            restaurants: everywhere ? null : restaurant_ids,
            ...(groups.length > 0 && { groups }),
          },
        })
        await publish(tx, { id, business_id, everywhere })
        return { id }
      },
    }),
  )
}

const wordRoutes = ({ on, deps: { clock, rates }, publish }: Parts): void => {
  const publishUpdate = async (
    tx: TransactionSql,
    {
      who,
      asked,
      kind,
      text,
      request,
    }: {
      who: DeskMember
      asked: string
      kind: 'update' | 'end'
      text: string
      request: FastifyRequest
    },
  ) => {
    const now = clock.now()
    const incident = await lockedOf(tx, who, asked)
    if (incident.until !== null) throw refuse('incident_over')
    const { id, business_id, title } = incident
    await rows.addUpdate(tx, { incident_id: id, kind, text, person_id: who.person_id, now })
    await writeAudit(tx, {
      ...auditOf(who, request, now),
      event: kind === 'end' ? 'incident_ended' : 'incident_updated',
      business_id,
      after: { incident: title, said: text },
    })
    await publish(tx, incident)
    return { ok: true }
  }
  on(calls.updateIncident, ({ who, params, body: { text }, once, request }) =>
    once({
      before: () => rates.take('incident updates', who.person_id, PER_HOUR, 3600),
      work: (tx) => publishUpdate(tx, { who, asked: params.incidentId, kind: 'update', text, request }),
    }),
  )
  on(calls.endIncident, ({ who, params, body: { text }, once, request }) =>
    once({
      work: (tx) => publishUpdate(tx, { who, asked: params.incidentId, kind: 'end', text, request }),
    }),
  )
}

const ticketRoutes = ({ on, deps: { sql, clock }, needs }: Parts): void => {
  on(calls.linkIncidentTickets, async ({ who, params, body }) => {
    const { id: incident_id, business_id } = await incidentOf(sql, who, params.incidentId)
    const of = { incident_id, ids: body.tickets.filter(isRowId) }
    await (body.is_linked ? rows.linkTickets(sql, of) : rows.unlinkTickets(sql, of))
    await needs.publishToDesk(sql, business_id, 'incident', { id: incident_id, count: null })
    return { ok: true }
  })

  on(calls.answerIncident, ({ who, params, body: { text, tickets, close }, once }) =>
    once({
      work: async (tx) => {
        const { id: incident_id, business_id, title: name } = await lockedOf(tx, who, params.incidentId)
        const linked = (await rows.listLinked(tx, incident_id)).filter((id) => tickets.includes(id))
        const glances = await rows.listGlances(tx, { incident_id, ids: linked })
        if (glances.length === 0) throw refuse('not_found')
        return needs.holdActs(tx, {
          person_id: who.person_id,
          business_ids: [business_id],
          name,
          acts: { text, close, tags: [], priority: null, assignee: null, incident_id },
          tickets: glances.map(({ id, message_count: seen }) => ({ id, seen })),
          now: clock.now(),
        })
      },
    }),
  )
}

const reportRoute = ({ on, deps: { clock }, needs }: Parts): void => {
  on(calls.draftIncidentReport, ({ who, params, once }) =>
    once({
      work: async (tx) => {
        const { id } = await lockedOf(tx, who, params.incidentId)
        const incident = await rows.findIncident(tx, { business_ids: who.business_ids, incident_id: id })
        if (incident === undefined) throw refuse('not_found')
        const { until, material, business_id } = incident
        if (until === null) throw refuse('incident_goes_on')
        if (material !== null) return { id: material }
        const report = reportOf(
          { ...incident, until },
          {
            updates: await rows.listUpdates(tx, id),
            tapped: await rows.listTapped(tx, id),
            answers: await rows.listAnswers(tx, id),
          },
        )
        const made = await needs.draftFromText(tx, {
          business_id,
          person_id: who.person_id,
          now: clock.now(),
          ...report,
        })
        if (made === null) throw refuse('no_subcategory')
        await rows.setMaterial(tx, id, made)
        return { id: made }
      },
    }),
  )
}
