import { createHash } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { DESK_FIELD } from '@podmoga/contract/desk/field-texts'
import * as calls from '@podmoga/contract/desk/settings'
import { getPublicSettings, getSettings } from '@podmoga/contract/settings'
import { type OwnSettings, SETTINGS, type Setting, type SettingName } from '@podmoga/contract/settings-table'
import type { FastifyRequest } from 'fastify'
import type { AuditEntry } from '../../db/audit.ts'
import type { Deps } from '../../deps.ts'
import { makePhoto } from '../../files/photo.ts'
import { makeNote } from '../../http/journal/make-note.ts'
import type { PeopleManager } from '../../http/principals.ts'
import { refuse } from '../../http/refuse.ts'
import type { On } from '../../http/serve.ts'
import { notifySettings } from '../../http/settings.sql.ts'
import { type KeptSettings, type Logo, logoPath, settingsOver } from '../../http/settings.ts'
import type { MailQueue } from '../../profile/mail-queue/mail-queue.ts'
import { lockSettings, writeSettings } from './settings.sql.ts'
import { makeStepNotices } from './tell-of-steps.ts'

const STEP_FIRST = 'Сначала настройте второй шаг себе: в меню под вашим именем, «Вход и безопасность».'

/** Identifies the version of the settings that was read: a save based on an older one is refused. */
const revisionOf = ({ logo: _, ...kept }: KeptSettings): string =>
  createHash('sha256')
    .update(JSON.stringify(Object.entries(kept).toSorted(([one], [other]) => (one < other ? -1 : 1))))
    .digest('base64url')
    .slice(0, 22)

type Changes = Partial<{ [N in SettingName]: OwnSettings[N] | null }>

const ROWS: [name: string, row: Setting][] = Object.entries(SETTINGS)

const refuseWider = (changes: Changes, widest: Record<string, unknown>): void => {
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(changes)) {
    const { narrows } = SETTINGS[name as SettingName] as Setting
    if (narrows === undefined || value === null) continue
    const bound = Number(widest[name])
    if (narrows === 'at_most' && Number(value) > bound) fields[name] = DESK_FIELD.at_most(bound)
    if (narrows === 'at_least' && Number(value) < bound) fields[name] = DESK_FIELD.at_least(bound)
  }
  if (Object.keys(fields).length > 0) throw refuse('invalid', { fields })
}

/** Whether any setting that requires a confirmation would change. */
const needsConfirmation = (before: Record<string, unknown>, after: Record<string, unknown>): boolean =>
  ROWS.some(([name, { is_confirmed }]) => is_confirmed === true && before[name] !== after[name])

const words = (value: unknown): string =>
  value === null || value === undefined
    ? 'как в установке'
    : Array.isArray(value)
      ? value.map((one) => one || '—').join(', ')
      : String(value)

/** Settings of a business; every server and open page applies them within two seconds. */
export const settingsRoutes = (on: On, deps: Deps, mailQueue: MailQueue): void => {
  const { sql, clock, settings, config } = deps
  const note = makeNote(clock)
  const sendStepNotices = makeStepNotices(deps, mailQueue)

  on(getPublicSettings, async () => settings.pageOfAll())
  on(getSettings, async ({ who }) => settings.pageOf(who.business_id))

  const answerOf = (business_id: string): calls.AdminSettings => {
    const kept = settings.keptOf(business_id)
    return {
      values: settingsOver(config, kept),
      defaults: settingsOver(config, {}),
      own: Object.keys(kept).filter((name) => name !== 'logo'),
      logo_url: kept.logo === undefined ? null : logoPath(business_id, kept.logo),
      revision: revisionOf(kept),
    }
  }

  /**
   * Saves the changes that `decide` returns for the current settings, with a journal entry, and notifies every server.
   */
  const change = async (
    who: PeopleManager,
    request: FastifyRequest,
    decide: (kept: KeptSettings) => {
      changes: Record<string, unknown>
      before: AuditEntry['before']
      after: AuditEntry['after']
    },
  ): Promise<calls.AdminSettings> => {
    const { business_id } = who
    await sql.begin(async (tx) => {
      const { changes, before = null, after = null } = decide(await lockSettings(tx, business_id))
      if (Object.keys(changes).length === 0) return
      await writeSettings(tx, { business_id, changes, now: clock.now() })
      await note(tx, who, request, { event: 'settings_changed', before, after })
      await notifySettings(tx, business_id)
    })
    await settings.reload(business_id)
    return answerOf(business_id)
  }

  on(calls.getAdminSettings, async ({ who }) => {
    // Another server may have just saved them, and a save needs the newest revision.
    await settings.reload(who.business_id)
    return answerOf(who.business_id)
  })

  on(calls.setAdminSettings, async ({ who, body, request, confirm }) => {
    refuseWider(body.values, settingsOver(config, {}))
    const own = settings.keptOf(who.business_id)
    const wanted = settingsOver(config, { ...own, ...body.values })
    if (needsConfirmation(settingsOver(config, own), wanted)) await confirm()
    const asksSteps = body.values.two_steps === true && own.two_steps !== true
    // An admin must have a second step before requiring it of others, so as not to lock themselves out.
    if (asksSteps && !who.stepped)
      throw refuse('invalid', { message: STEP_FIRST, fields: { two_steps: STEP_FIRST } })
    const answer = await change(who, request, (kept) => {
      if (revisionOf(kept) !== body.revision)
        throw refuse('stale_draft', { message: 'Настройки уже изменил кто-то другой. Обновите страницу.' })
      const given = Object.entries(body.values).filter(([, value]) => value !== undefined)
      const other = given.filter(
        ([name, value]) => JSON.stringify(kept[name as keyof KeptSettings] ?? null) !== JSON.stringify(value),
      )
      return {
        changes: Object.fromEntries(other),
        before: Object.fromEntries(other.map(([name]) => [name, words(kept[name as keyof KeptSettings])])),
        after: Object.fromEntries(other.map(([name, value]) => [name, words(value)])),
      }
    })
    if (asksSteps) await sendStepNotices(who.business_id)
    return answer
  })

  on(calls.setLogo, async ({ who, files, request }) => {
    const logo = files[0] === undefined ? null : await drawLogo(files[0].temp_path, who.person_id)
    return change(who, request, (kept) => ({
      changes: (kept.logo?.hash ?? null) === (logo?.hash ?? null) ? {} : { logo },
      before: { logo: kept.logo === undefined ? 'нет' : 'есть' },
      after: { logo: logo === null ? 'нет' : 'новый' },
    }))
  })
}

const drawLogo = async (path: string, whose: string): Promise<Logo> => {
  const { temp_path, content_type, sha256 } = await makePhoto(path, whose)
  try {
    const data = (await readFile(temp_path)).toString('base64')
    return { content_type, data, hash: sha256.toString('hex').slice(0, 16) }
  } finally {
    await rm(temp_path, { force: true })
  }
}
