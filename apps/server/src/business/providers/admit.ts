import { FirstName, isStorable, oneLine } from '@podmoga/contract/fields/fields'
import { NAME_MAX } from '@podmoga/contract/fields/limits'
import { quoted } from '@podmoga/contract/fields/quoted'
import type { Db } from '@podmoga/sql/sql'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../http/refuse.ts'
import type { OidcPerson } from '../../ports/oidc.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { canonicalEmail } from '../../profile/profile.addresses.ts'
import { addPerson, markJoined } from '../../profile/profile.people.sql.ts'
import { makeStepNotice } from '../../profile/profile.second-step.ts'
import { findPerson } from '../../profile/profile.sql.ts'
import { refuseOverTerms } from '../operator/operator.routes.ts'
import { endInvitations } from '../people/invitations.sql.ts'
import { lockPeople, setMemberships } from '../people/people.sql.ts'
import {
  findByEmail,
  findById,
  findBySubject,
  type KnownPerson,
  linkPerson,
  noteProviderUsed,
  type ProviderRow,
} from './providers.sql.ts'

/** Why a person known to the company's provider is not admitted, and what to do about it. */
export const NOT_ADMITTED = {
  disabled: 'Ваш вход отключён. Обратитесь к администратору.',
  no_email:
    'Провайдер не назвал вашу почту или не подтвердил её. Обратитесь к тому, кто ведёт его в компании.',
  unverified_here:
    'Почта в вашем профиле не подтверждена. Войдите паролем, подтвердите её в профиле и попробуйте снова.',
  other_identity: 'С этой почтой у провайдера уже входил другой человек. Обратитесь к администратору.',
  elsewhere: 'Эту почту здесь уже занял другой человек. Обратитесь к администратору.',
  operator: 'Так входить вам нельзя: войдите паролем.',
  two_businesses: 'У вас есть роли в другом бизнесе, поэтому так входить вам нельзя: войдите паролем.',
  unknown: (business: string) =>
    `Вас нет среди сотрудников ${quoted(business)}. Попросите администратора вас пригласить.`,
} as const

const WORDS: Record<keyof typeof NOT_ADMITTED, string> = {
  disabled: 'сотрудник отключён',
  no_email: 'провайдер не подтвердил почту',
  unverified_here: 'почта в профиле не подтверждена',
  other_identity: 'у провайдера это другой человек',
  elsewhere: 'почта занята другим человеком',
  operator: 'оператор входит только паролем',
  two_businesses: 'с ролями в двух бизнесах входят только паролем',
  unknown: 'нет среди сотрудников',
}

const nameOf = (text: string | null): string | null => {
  if (text === null || !isStorable(text)) return null
  const parsed = FirstName.safeParse(oneLine(text).slice(0, NAME_MAX))
  return parsed.success ? parsed.data : null
}

class NotAdmitted extends Error {
  readonly why: keyof typeof NOT_ADMITTED
  readonly person_id: string | null
  constructor(why: keyof typeof NOT_ADMITTED, person_id: string | null = null) {
    super(why)
    this.why = why
    this.person_id = person_id
  }
}

/**
 * Finds the person that the provider's answer identifies: by the provider's subject, else by an e-mail verified on both
 * sides, else creates one if the provider's rule allows it. Throws `not_admitted` with a message.
 */
export const makeAdmit = (deps: Deps, mailQueue: MailQueue) => {
  const { sql, clock } = deps
  const notify = makeStepNotice(deps, mailQueue)
  /** A provider is controlled by one business's admin: it must not sign in operators or people of other businesses. */
  const checked = (person: KnownPerson, provider: ProviderRow): KnownPerson => {
    if (person.business_id !== provider.business_id) throw new NotAdmitted('elsewhere')
    if (person.operator) throw new NotAdmitted('operator', person.id)
    if (person.elsewhere) throw new NotAdmitted('two_businesses', person.id)
    if (person.disabled_at !== null) throw new NotAdmitted('disabled', person.id)
    return person
  }

  const decide = async (
    tx: Db,
    provider: ProviderRow,
    named: OidcPerson,
  ): Promise<{ person: KnownPerson; event: string | null }> => {
    const { id: provider_id, business_id } = provider
    const { subject } = named
    const now = clock.now()
    if (!isStorable(subject)) throw new NotAdmitted('unknown')
    const known = await findBySubject(tx, { provider_id, subject })
    if (known !== undefined) return { person: checked(known, provider), event: null }
    const email = named.email === null || !isStorable(named.email) ? null : canonicalEmail(named.email)
    if (email === null || !named.email_verified) throw new NotAdmitted('no_email')
    const here = await findByEmail(tx, email)
    if (here !== undefined) {
      checked(here, provider)
      // Someone else may have entered the address and know the password: it has to be verified once.
      if (here.joined_at !== null && here.email_verified_at === null)
        throw new NotAdmitted('unverified_here', here.id)
      if (!(await linkPerson(tx, { provider_id, subject, person_id: here.id, now })))
        throw new NotAdmitted('other_identity', here.id)
      // The admin has created a new way to sign in, so an existing person is notified.
      if (here.joined_at !== null)
        await notify(tx, await findPerson(tx, { person_id: here.id }), 'provider_linked')
      await endInvitations(tx, { person_id: here.id, now })
      await markJoined(tx, { person_id: here.id, now })
      return { person: here, event: 'provider_linked' }
    }
    const domain = email.slice(email.lastIndexOf('@') + 1)
    if (!provider.creates || provider.restaurant_id === null || !provider.domains.includes(domain))
      throw new NotAdmitted('unknown')
    await refuseOverTerms(tx, { business_id, what: 'people' })
    const first_name = nameOf(named.first_name) ?? email.slice(0, email.lastIndexOf('@'))
    const last_name = nameOf(named.last_name)
    const made = { business_id, first_name, last_name, email, phone: null, now }
    const person_id = await addPerson(tx, made)
    const wanted = [{ id: provider.restaurant_id, role: 'staff' }]
    await setMemberships(tx, { person_id, wanted, visible: [] })
    await linkPerson(tx, { provider_id, subject, person_id, now })
    await markJoined(tx, { person_id, now })
    const person = await findById(tx, person_id)
    if (person === undefined) throw new Error('the inserted person has no row')
    return { person, event: 'provider_joined' }
  }

  return async (provider: ProviderRow, named: OidcPerson, request: FastifyRequest): Promise<KnownPerson> => {
    const { business_id } = provider
    const { ip, id: request_id } = request
    const about = { business_id, ip, request_id }
    const after = { name: provider.name }
    try {
      const admitted = await sql.begin(async (tx) => {
        await lockPeople(tx, business_id)
        const { person, event } = await decide(tx, provider, named)
        const at = clock.now()
        await noteProviderUsed(tx, { id: provider.id, now: at })
        const person_id = person.id
        if (event !== null)
          await writeAudit(tx, { at, event, person_id, ...about, subject: `person ${person_id}`, after })
        return person
      })
      mailQueue.wake()
      return admitted
    } catch (error) {
      if (!(error instanceof NotAdmitted)) throw error
      const { why, person_id } = error
      await writeAudit(sql, {
        at: clock.now(),
        event: 'provider_refused',
        ...about,
        subject: person_id === null ? null : `person ${person_id}`,
        after: { ...after, reason: WORDS[why] },
      })
      const text = NOT_ADMITTED[why]
      throw refuse('not_admitted', { message: typeof text === 'string' ? text : text(provider.business) })
    }
  }
}
