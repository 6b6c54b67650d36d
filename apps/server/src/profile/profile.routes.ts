import { rm } from 'node:fs/promises'
import { FIELD } from '@podmoga/contract/fields/field-texts'
import * as calls from '@podmoga/contract/profile'
import { Refusal } from '@podmoga/contract/refusals'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { makePhoto, type Photo } from '../files/photo.ts'
import { attachFiles, detachFiles, dropFiles, storeFiles } from '../files/stored-files.ts'
import { refuse } from '../http/refuse.ts'
import type { On } from '../http/serve.ts'
import { makePasskeys } from '../session/passkeys/passkeys.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import { passwordRoutes } from './password/password.routes.ts'
import { photoLink, profileAnswer } from './profile.answers.ts'
import { contactRoutes } from './profile.contacts.ts'
import { COUNTRIES, isRegionOf, regionsOf } from './profile.countries.ts'
import { devOutboxRoute } from './profile.dev-outbox.ts'
import { passkeyOwnRoutes } from './profile.passkeys.ts'
import { secondStepSetupRoutes } from './profile.second-step.ts'
import { openSessionRoutes } from './profile.sessions.ts'
import { findPerson, updateCountry, updateImage, updateName } from './profile.sql.ts'
import { recoveryRoutes } from './recovery/recovery.routes.ts'
import { revertRoutes } from './recovery/reverts.routes.ts'

const DONE = { ok: true, error: null }

/** A person's own profile, its verification codes and notices, and account recovery. */
export const profileRoutes = (app: FastifyInstance, on: On, deps: Deps, mailQueue: MailQueue): void => {
  detailRoutes(on, deps)
  imageRoute(on, deps)
  contactRoutes(on, deps, mailQueue)
  passwordRoutes(on, deps, mailQueue)
  recoveryRoutes(app, on, deps, mailQueue)
  revertRoutes(on, deps)
  openSessionRoutes(on, deps)
  secondStepSetupRoutes(on, deps, mailQueue)
  passkeyOwnRoutes(on, deps, mailQueue, makePasskeys(deps))
  devOutboxRoute(app, deps)
}

const detailRoutes = (on: On, { sql, links }: Deps): void => {
  on(calls.getProfile, async ({ who }) => ({
    details: profileAnswer(links, who, await findPerson(sql, who)),
  }))

  on(calls.changeName, async ({ who, body }) => {
    await updateName(sql, { person_id: who.person_id, first_name: body.first_name.trim() })
    return DONE
  })

  on(calls.changeCountry, async ({ who, body }) => {
    const { country, region } = body
    if (regionsOf(country) === null) return { ok: false, error: FIELD.country }
    if (!isRegionOf(country, region)) return { ok: false, error: FIELD.region }
    await updateCountry(sql, { person_id: who.person_id, country_code: country, region })
    return DONE
  })

  on(calls.listCountries, async () => ({ countries: [...COUNTRIES] }))

  on(calls.listRegions, async ({ params }) => {
    const regions = regionsOf(params.code)
    if (regions === null) throw refuse('not_found')
    return { regions: [...regions] }
  })
}

const imageRoute = (on: On, deps: Deps): void => {
  const { sql, clock, links } = deps

  /** Stores the new photo and releases the old one, in one transaction. */
  const keep = async (person_id: string, photo: Photo): Promise<string> => {
    const stored = await storeFiles(deps, [{ ...photo, file_name: 'photo.webp' }])
    const [file] = stored
    if (file === undefined) throw new Error('nothing was stored')
    let old: string | null
    try {
      old = await sql.begin(async (tx) => {
        await attachFiles(tx, stored)
        const before = await updateImage(tx, { person_id, image_key: file.key })
        await detachFiles(tx, before === null ? [] : [before], clock.now())
        return before
      })
    } catch (error) {
      await dropFiles(deps, stored)
      throw error
    }
    if (old !== null) await dropFiles(deps, [{ key: old }])
    return file.key
  }

  on(calls.uploadImage, async ({ who, files }) => {
    const [file] = files
    if (file === undefined) return { ok: false, error: FIELD.photo, image: null }
    let photo: Photo
    try {
      photo = await makePhoto(file.temp_path, who.person_id)
    } catch (error) {
      // A problem with the picture is returned as a message for the user.
      if (error instanceof Refusal && error.status < 500)
        return { ok: false, error: error.message, image: null }
      throw error
    }
    try {
      const key = await keep(who.person_id, photo)
      return { ...DONE, image: photoLink(links, who, key) }
    } finally {
      await rm(photo.temp_path, { force: true })
    }
  })
}
