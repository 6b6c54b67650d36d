import type * as calls from '@podmoga/contract/business'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import type { z } from 'zod'
import { writeAudit } from '../../db/audit.ts'
import { refuse } from '../../http/refuse.ts'
import { faultOf } from '../../profile/password/rules.ts'
import { canonicalEmail, canonicalPhone } from '../../profile/profile.addresses.ts'
import { isTaken } from '../../profile/profile.sql.ts'
import { hashPassword } from '../../session/session.passwords.ts'
import type { World } from '../../world.ts'
import { linkHash, newLinkKey } from '../business.keys.ts'
import { findBusinessOf } from '../business.sql.ts'
import {
  addOwnedBusiness,
  dropSetupKeys,
  findSetupKey,
  isEmpty,
  lockSetup,
  replaceSetupKey,
} from './setup.sql.ts'

const SETUP_MS = 24 * 3600 * 1000

type SetupWorld = Pick<World, 'sql' | 'config' | 'clock'>
type SetupForm = Omit<z.output<typeof calls.Setup>, 'key'>

/**
 * The address that opens the first setup: one use, 24 h, kept hashed; it ends the one before. null once somebody owns
 * the installation.
 */
export const makeSetupLink = async ({ sql, config, clock }: SetupWorld): Promise<string | null> => {
  if (!(await isEmpty(sql))) return null
  const key = newLinkKey()
  const now = clock.now()
  await replaceSetupKey(sql, {
    key_hash: linkHash(key),
    now,
    expires_at: new Date(now.getTime() + SETUP_MS),
  })
  return `${config.public_url}/setup/?key=${key}`
}

/** What a login is stored as. Refuses `invalid` when nobody could be reached by it. */
const addressesOf = (login: string): { email: string | null; phone: string | null } => {
  const email = login.includes('@') ? canonicalEmail(login) : null
  const phone = login.includes('@') ? null : canonicalPhone(login)
  if (email === null && phone === null) throw refuse('invalid', { fields: { login: FIELD.login } })
  return { email, phone }
}

/** The key still opens the setup. Refuses `not_found`. */
export const openSetup = async ({ sql, clock }: SetupWorld, key: string): Promise<{ expires_at: Date }> => {
  const found = await findSetupKey(sql, { key_hash: linkHash(key), now: clock.now() })
  if (found === undefined) throw refuse('not_found', { message: SETUP_GONE })
  return found
}

const LOGIN_TAKEN = 'Этот вход уже есть: у каждого бизнеса свои люди'
const SETUP_GONE =
  'Первая настройка уже сделана, или ссылке больше суток, или позже напечатана другая. Сделали её вы — входите. Пока владельца нет, новую ссылку печатает npm run setup-link.'

/**
 * Makes the business, its first restaurant and its owner. With `key` it is the first setup and uses the key up; without,
 * the command line's, which may add another business. Refuses `invalid` for a weak password or a bad login, `name_taken`
 * for a network that is there, `address_taken` for a login of somebody else's.
 */
export const setUpBusiness = async (world: SetupWorld, form: SetupForm, key: string | null) => {
  const { sql, config, clock } = world
  const address = addressesOf(form.login)
  const person = { ...address, first_name: form.first_name, last_name: form.last_name }
  const fault = faultOf(form.password, { config, person })
  if (fault !== null) throw refuse('invalid', { fields: { password: fault } })
  const password_hash = await hashPassword(form.password)
  return sql.begin(async (tx) => {
    await lockSetup(tx)
    const now = clock.now()
    if (key !== null && (await findSetupKey(tx, { key_hash: linkHash(key), now })) === undefined)
      throw refuse('not_found', { message: SETUP_GONE })
    if (await findBusinessOf(tx, form.network))
      throw refuse('name_taken', { fields: { network: 'Такая сеть уже есть' } })
    await dropSetupKeys(tx)
    const owner = await addOwnedBusiness(tx, {
      business_name: form.business_name.trim(),
      network: form.network,
      restaurant_name: form.restaurant_name.trim(),
      first_name: form.first_name.trim(),
      last_name: form.last_name.trim() || null,
      ...address,
      password_hash,
      now,
    }).catch((error: unknown) => {
      throw isTaken(error) ? refuse('address_taken', { fields: { login: LOGIN_TAKEN } }) : error
    })
    await writeAudit(tx, {
      at: now,
      event: 'business_created',
      person_id: owner.id,
      business_id: owner.business_id,
      after: { name: form.business_name, network: form.network, restaurant: form.restaurant_name },
    })
    return owner
  })
}
