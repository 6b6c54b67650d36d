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
 * The link that opens the first setup: valid once, for 24 h, stored as a hash; it replaces the previous one. null once
 * there is a business.
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

/** Normalizes a login. Throws `invalid` if it is neither an e-mail nor a phone. */
const addressesOf = (login: string): { email: string | null; phone: string | null } => {
  const email = login.includes('@') ? canonicalEmail(login) : null
  const phone = login.includes('@') ? null : canonicalPhone(login)
  if (email === null && phone === null) throw refuse('invalid', { fields: { login: FIELD.login } })
  return { email, phone }
}

/** Checks that the key opens the setup. Throws `not_found`. */
export const openSetup = async ({ sql, clock }: SetupWorld, key: string): Promise<{ expires_at: Date }> => {
  const found = await findSetupKey(sql, { key_hash: linkHash(key), now: clock.now() })
  if (found === undefined) throw refuse('not_found', { message: SETUP_GONE })
  return found
}

const LOGIN_TAKEN = 'Этот вход уже есть: у каждого бизнеса свои люди'
const SETUP_GONE =
  'Первая настройка уже сделана, или ссылке больше суток, или позже напечатана другая. Сделали её вы — входите. Пока владельца нет, новую ссылку печатает npm run setup-link.'

/**
 * Creates the business, its first restaurant and its owner. With `key` this is the first setup and consumes the key;
 * without, it is the command line, which may add another business. Throws `invalid` for a weak password or a bad login,
 * `name_taken` for an existing network, `address_taken` for a login in use.
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
