import * as calls from '@podmoga/contract/desk/people'
import type { FastifyRequest } from 'fastify'
import { writeAudits } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse, rowId } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { canonicalEmail, canonicalPhone } from '../../profile/profile.addresses.ts'
import { addPerson } from '../../profile/profile.people.sql.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { checkWanted, isElevated, mayActOn, personToChange } from '../business.rules.ts'
import { findBusinessName } from '../business.sql.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { makeInvite } from './invitations.routes.ts'
import { accessWords } from './people.answers.ts'
import { listPeopleOf, lockPeople, setDeskRoles, setMemberships } from './people.sql.ts'
import { makeRefuseProbing } from './probing.ts'

export const whereOf = (manager: PeopleManager, request: FastifyRequest) => ({
  person_id: manager.person_id,
  session_id: manager.session_id,
  business_id: manager.business_id,
  ip: request.ip,
  request_id: request.id,
})

/** Inviting a new person, and inviting one or many again. */
export const inviteRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  inviteManyRoutes(on, deps, mailQueue)
  const { sql, clock, rates } = deps
  const invite = makeInvite(deps, mailQueue)
  const note = makeNote(clock)
  const refuseProbing = makeRefuseProbing(deps)
  // Messages go to strangers: a mistake or a stolen session must not send spam.
  const countInvitation = (who: PeopleManager) => rates.take('invite', who.person_id, 200, 3600)

  on(calls.invitePerson, async ({ who, body, request, once, confirm }) => {
    const email = body.email === null ? null : canonicalEmail(body.email)
    const phone = body.phone === null ? null : canonicalPhone(body.phone)
    if (body.email !== null && email === null)
      throw refuse('invalid', { fields: { email: 'Неверный адрес электронной почты' } })
    if (body.phone !== null && phone === null)
      throw refuse('invalid', { fields: { phone: 'Неверный номер телефона' } })
    const answer = await once({
      before: async () => {
        if (who.restaurant_ids !== null && body.restaurants.length === 0)
          throw refuse('invalid', { fields: { restaurants: 'Выберите ресторан' } })
        await checkWanted(sql, who, body)
        if (isElevated(body)) await confirm()
        await countInvitation(who)
        await refuseProbing(who, { email, phone })
      },
      work: async (tx) => {
        const now = clock.now()
        // Of two concurrent invitations only one gets the last free place of the plan.
        await lockPeople(tx, who.business_id)
        await refuseOverTerms(tx, { business_id: who.business_id, what: 'people' })
        const person_id = await addPerson(tx, {
          business_id: who.business_id,
          first_name: body.first_name.trim(),
          last_name: body.last_name.trim() || null,
          email,
          phone,
          now,
        })
        await setMemberships(tx, { person_id, wanted: body.restaurants, visible: [] })
        await setDeskRoles(tx, { person_id, business_id: who.business_id, roles: body.desk_roles })
        const business = await findBusinessName(tx, who.business_id)
        const invited = await invite(tx, who, {
          person_id,
          business,
          email,
          phone,
          purpose: 'join',
          send: body.send,
        })
        const subject = `person ${person_id}`
        await note(tx, who, request, {
          event: 'person_invited',
          subject,
          // Without the name: the journal cannot be changed when the person is erased.
          after: { ...accessWords(body), send: body.send },
        })
        return { id: person_id, ...invited }
      },
    }).catch((error: unknown) => {
      throw isTaken(error) ? refuse('address_taken') : error
    })
    mailQueue.wake()
    return answer
  })

  on(calls.inviteAgain, async ({ who, params, body, request, once, confirm }) => {
    const answer = await once({
      before: () => countInvitation(who),
      work: async (tx) => {
        const row = await personToChange(tx, who, params.personId)
        if (row.disabled_at !== null) throw refuse('person_disabled')
        // The holder of the link gets the person's roles.
        if (isElevated(row)) await confirm()
        const purpose = row.joined_at === null ? 'join' : 'password'
        const business = await findBusinessName(tx, who.business_id)
        const { id: person_id, email, phone } = row
        const invited = await invite(tx, who, { person_id, business, email, phone, purpose, send: body.send })
        await note(tx, who, request, {
          event: purpose === 'join' ? 'person_invited' : 'password_link_made',
          subject: `person ${person_id}`,
          after: { send: body.send },
        })
        return { id: person_id, ...invited }
      },
    })
    mailQueue.wake()
    return answer
  })
}

/** Invitations of many go to people already in the business, so their limit is separate. */
const INVITE_MANY_AN_HOUR = 10

const inviteManyRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { rates, clock } = deps
  const note = makeNote(clock)
  const invite = makeInvite(deps, mailQueue)
  on(calls.inviteMany, async ({ who, body: { ids, send }, request, once, confirm }) => {
    const answer = await once({
      before: () => rates.take('invite many', who.person_id, INVITE_MANY_AN_HOUR, 3600),
      work: async (tx) => {
        const asked = [...new Set(ids.map(rowId))]
        // The rows are locked in one order, so that two requests for the same people cannot deadlock.
        const people = await listPeopleOf(tx, { ...who, ids: asked, lock: true })
        if (people.length < asked.length) throw refuse('not_found')
        const waiting = people.filter((row) => row.joined_at === null && row.disabled_at === null)
        if (!waiting.every((row) => mayActOn(who, row))) throw refuse('above_you')
        if (waiting.some(isElevated)) await confirm()
        const business = await findBusinessName(tx, who.business_id)
        const results = []
        for (const { id, first_name, last_name, email, phone, restaurants } of waiting) {
          const invited = await invite(tx, who, {
            person_id: id,
            business,
            email,
            phone,
            purpose: 'join',
            send,
          })
          const name = [first_name, last_name].filter(Boolean).join(' ')
          const login = email ?? phone ?? ''
          results.push({ id, name, login, restaurant: restaurants[0]?.name ?? null, ...invited })
        }
        const at = clock.now()
        await writeAudits(
          tx,
          waiting.map(({ id }) => ({
            ...whereOf(who, request),
            at,
            event: 'person_invited',
            subject: `person ${id}`,
            after: { send },
            is_part: true,
          })),
        )
        if (waiting.length > 0)
          await note(tx, who, request, { event: 'people_invited', after: { people: waiting.length, send } })
        return { results, skipped: people.length - waiting.length }
      },
    })
    mailQueue.wake()
    return answer
  })
}
