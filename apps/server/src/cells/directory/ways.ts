// How the business of an anonymous request is found: the directory queries each cell's database. A public call that is missing
// here and in ANYWHERE fails directory.test.ts.
import { createHash } from 'node:crypto'
import type { Db } from '@podmoga/sql/sql'
import { isRowId } from '../../http/refuse.ts'
import { loginOf } from '../../session/session.module.ts'

/** What a way may read: string fields of the body, query and path. */
export interface Asked {
  text: (name: string) => string
  /** The credential id of a passkey response. */
  passkey: () => string
}
/** Returns the business id from one cell's database, or null. */
export type Way = (db: Db, asked: Asked) => Promise<string | null>

type Found = { id: string }[]
const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()
const only = async (rows: Promise<Found>): Promise<string | null> => (await rows)[0]?.id ?? null
const byRowId = (id: string, find: (id: string) => Promise<Found>): Promise<string | null> =>
  isRowId(id) ? only(find(id)) : Promise.resolve(null)

const byLogin: Way = (db, { text }) => {
  const { email, phone } = loginOf(text('login'))
  if (email === null && phone === null) return Promise.resolve(null)
  return only(
    db<Found>`select business_id as id from people
      where ${email === null ? db`phone = ${phone}` : db`lower(email) = lower(${email})`}`,
  )
}
const byInvitation: Way = (db, { text }) =>
  only(db<Found>`select business_id as id from invitations where key_hash = ${hashOf(text('key'))}`)
// The cell itself verifies the signature that follows the id.
const byPoster: Way = (db, { text }) =>
  byRowId(
    text('key').split('-', 1)[0] ?? '',
    (id) => db<Found>`select business_id as id from posters where id = ${id}`,
  )
const byJoining: Way = (db, { text }) =>
  only(db<Found>`select business_id as id from join_requests where token_hash = ${hashOf(text('token'))}`)
const byRevert: Way = (db, { text }) =>
  only(db<Found>`
    select p.business_id as id from reverts r join people p on p.id = r.person_id
    where r.token_hash = ${hashOf(text('token'))}`)
const byNetwork: Way = (db, { text }) =>
  only(db<Found>`select id from businesses where network = ${text('network').trim().toLowerCase()}`)
const byProvider: Way = (db, { text }) =>
  byRowId(
    text('providerId'),
    (id) => db<Found>`select business_id as id from identity_providers where id = ${id}`,
  )
const byAttempt: Way = (db, { text }) =>
  only(db<Found>`
    select p.business_id as id from provider_attempts a join identity_providers p on p.id = a.provider_id
    where a.state_hash = ${hashOf(new URLSearchParams(text('query')).get('state') ?? '')}`)
const byPasskey: Way = (db, { passkey }) =>
  only(db<Found>`
    select p.business_id as id from passkeys k join people p on p.id = k.person_id
    where k.credential_id = ${passkey()}`)
/** A cell without a business: there is no id yet. */
const bySetupKey: Way = (db, { text }) =>
  only(db<Found>`select '0' as id from setup_keys where key_hash = ${hashOf(text('key'))}`)
const byDevice: Way = (db, { text }) =>
  only(db<Found>`select business_id as id from devices where code = ${text('code')}`)

/** For public calls, by name. */
export const WAYS: Readonly<Record<string, Way>> = {
  acceptInvitation: byInvitation,
  askToJoin: byPoster,
  beginProviderSignIn: byProvider,
  confirmJoin: byJoining,
  finishJoining: byJoining,
  finishProviderSignIn: byAttempt,
  listSignInProviders: byNetwork,
  lookAtInvitation: byInvitation,
  lookAtJoining: byJoining,
  lookAtPoster: byPoster,
  lookAtSetup: bySetupKey,
  readRevert: byRevert,
  recoverPassword: byLogin,
  revertChange: byRevert,
  sendJoinCode: byJoining,
  sendRecoveryCode: byLogin,
  setUp: bySetupKey,
  signIn: byLogin,
  signInByPasskey: byPasskey,
}

/** For pages with a business in their URL. */
export const PAGES: Readonly<Record<string, Way>> = {
  '/status/:network': byNetwork,
  '/status/:network/': byNetwork,
  '/d/:code': byDevice,
}

/** Public calls that any cell can serve, and the reason. */
export const ANYWHERE: Readonly<Record<string, string>> = {
  beginPasskeySignIn: 'nobody is named yet: the question follows to the cell of whoever answers it',
  getPublicSettings: 'what the installation says of itself',
  renewSession: 'by the session that it brings',
  signOut: 'by the session that it brings',
}

/** By the session or API key that a request carries. */
export const byKey = (db: Db, key: string): Promise<string | null> =>
  only(db<Found>`select business_id as id from api_keys where key_hash = ${hashOf(key)}`)
export const bySession = (db: Db, session_id: string): Promise<string | null> =>
  only(db<Found>`
    select p.business_id as id from sessions s join people p on p.id = s.person_id where s.id = ${session_id}`)
export const bySubject = (db: Db, subject: string): Promise<string | null> =>
  only(db<Found>`select business_id as id from people where subject = ${subject}`)
export const byRenewal = (db: Db, renewal: string): Promise<string | null> =>
  only(db<Found>`
    select p.business_id as id from renewals r join sessions s on s.id = r.session_id
      join people p on p.id = s.person_id
    where r.token_hash = ${hashOf(renewal)}`)
export const byBusiness = (db: Db, business_id: string): Promise<string | null> =>
  isRowId(business_id)
    ? only(db<Found>`select id from businesses where id = ${business_id}`)
    : Promise.resolve(null)
