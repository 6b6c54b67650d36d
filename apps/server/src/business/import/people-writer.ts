import type { TransactionSql } from '@podmoga/sql/sql'
import { writeAudits } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { fillInPerson } from '../../profile/profile.people.sql.ts'
import { findBusinessName } from '../business.sql.ts'
import { makeInvite } from '../people/invitations.routes.ts'
import { accessWords } from '../people/people.answers.ts'
import { setDeskRoles, setMemberships } from '../people/people.sql.ts'
import { addPeople, countRows, type ImportHead, type RunBy } from './import.sql.ts'
import type { Change, Wanted } from './plan.ts'

/** Writes the people of an import and their audit entries. */
export const makePeopleWriter = (deps: Deps, mailQueue: MailQueue) => {
  const { clock } = deps
  const invite = makeInvite(deps, mailQueue)

  const auditFieldsOf = ({ manager, ip, request_id }: RunBy) => ({
    at: clock.now(),
    person_id: manager.person_id,
    session_id: manager.session_id,
    business_id: manager.business_id,
    ip,
    request_id,
  })
  const journalOf = (by: RunBy, person_id: string) => ({
    ...auditFieldsOf(by),
    subject: `person ${person_id}`,
    is_part: true,
  })

  /** Inserts the new people of a batch; sends each an invitation by e-mail if requested. */
  const add = async (tx: TransactionSql, by: RunBy, people: readonly Wanted[], send: 'link' | 'email') => {
    const { manager } = by
    const { business_id } = manager
    const rows = people.map((person) => ({
      ...person,
      first_name: person.first_name ?? '',
      restaurants: person.restaurants ?? [],
      desk_roles: person.desk_roles ?? [],
    }))
    const ids = await addPeople(tx, { business_id, now: clock.now(), rows })
    const business = send === 'email' ? await findBusinessName(tx, business_id) : ''
    for (const [at, { email, phone }] of rows.entries())
      if (send === 'email' && email !== null)
        await invite(tx, manager, { person_id: ids[at] ?? '', business, email, phone, purpose: 'join', send })
    await writeAudits(
      tx,
      rows.map((row, at) => ({
        ...journalOf(by, ids[at] ?? ''),
        event: 'person_imported',
        after: accessWords(row),
      })),
    )
  }

  /** Applies a row to an existing person; returns their id. */
  const change = async (tx: TransactionSql, by: RunBy, plan: Change) => {
    const { manager } = by
    const { before, person } = plan
    await fillInPerson(tx, { ...person, id: before.id })
    if (person.restaurants !== null)
      await setMemberships(tx, {
        person_id: before.id,
        wanted: person.restaurants,
        visible: manager.restaurant_ids ?? before.restaurants.map(({ id }) => id),
      })
    if (person.desk_roles !== null)
      await setDeskRoles(tx, {
        person_id: before.id,
        business_id: manager.business_id,
        roles: person.desk_roles,
      })
    await writeAudits(tx, [
      {
        ...journalOf(by, before.id),
        event: 'access_changed',
        before: accessWords(before),
        after: accessWords({
          restaurants: person.restaurants ?? before.restaurants,
          desk_roles: person.desk_roles ?? before.desk_roles,
        }),
      },
    ])
    return before.id
  }

  /** Writes the journal entry that summarizes the whole file. */
  const finish = async (tx: TransactionSql, head: ImportHead, by: RunBy) => {
    const { add: new_ones, change: changed, bad } = (await countRows(tx, head.id)).counts
    await writeAudits(tx, [
      { ...auditFieldsOf(by), event: 'people_imported', after: { new_ones, changed, left_out: bad } },
    ])
  }

  return { add, change, finish }
}
