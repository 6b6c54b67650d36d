import { setTimeout as pause } from 'node:timers/promises'
import type { Settings } from '@podmoga/contract/settings'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { asCaller } from '../db/caller.ts'
import type { World } from '../world.ts'
import { findSoleBusiness, listSettings, SETTINGS_CHANNEL, type SettingRow } from './settings.sql.ts'

/** A business's own picture, as it is kept. */
export interface Logo {
  content_type: string
  /** Base64. */
  data: string
  /** Of the bytes: another picture has another address. */
  hash: string
}

/** Everything that business_settings may hold of one business; what it does not hold is the installation's. */
export type KeptSettings = Partial<{
  brand: string
  support_phone: string
  support_email: string
  panel_url: string
  marketplace_url: string
  working_hours: string[]
  holidays: string[]
  tickets_per_10_minutes: number
  replies_per_minute: number
  file_max_bytes: number
  files_max: number
  password_min: number
  two_steps: boolean
  logo: Logo
}>

export interface BusinessSettings {
  /** What a business has set for itself. */
  keptOf: (business_id: string) => KeptSettings
  /** The installation's configuration with the business's own over it. */
  configOf: (business_id: string) => Config
  /** What every page of a business says of it. */
  pageOf: (business_id: string) => Settings
  /** The same for whoever is not known yet: the only business's own, or the installation's. */
  pageOfAll: () => Settings
  /** Reads a business's anew, for the server that has just written them. */
  reload: (business_id: string) => Promise<void>
  /** Told of each business whose settings are others now. */
  onChange: (listener: (business_id: string) => void) => void
}

const NOTHING: KeptSettings = {}
/** After a failure: nobody else would tell what was committed meanwhile. */
const AGAIN_MS = 500

export const logoPath = (business_id: string, { hash }: Logo): string => `/files/logo/${business_id}-${hash}`

const least = (own: number | undefined, most: number): number => Math.min(own ?? most, most)

/** A business narrows the installation's limits, and never widens them. */
const laidOver = (config: Config, kept: KeptSettings): Config => ({
  ...config,
  BRAND: kept.brand ?? config.BRAND,
  SUPPORT_PHONE: kept.support_phone ?? config.SUPPORT_PHONE,
  SUPPORT_EMAIL: kept.support_email ?? config.SUPPORT_EMAIL,
  PANEL_URL: kept.panel_url || config.PANEL_URL,
  MARKETPLACE_URL: kept.marketplace_url ?? config.MARKETPLACE_URL,
  TICKETS_PER_10_MINUTES: least(kept.tickets_per_10_minutes, config.TICKETS_PER_10_MINUTES),
  REPLIES_PER_MINUTE: least(kept.replies_per_minute, config.REPLIES_PER_MINUTE),
  FILE_MAX_BYTES: least(kept.file_max_bytes, config.FILE_MAX_BYTES),
  FILES_MAX: least(kept.files_max, config.FILES_MAX),
  PASSWORD_MIN: Math.max(kept.password_min ?? 0, config.PASSWORD_MIN),
  TWO_STEPS: kept.two_steps === true ? 'on' : config.TWO_STEPS,
})

/**
 * The settings of every business, held in memory: a limit is looked at in every call. They are read when the server
 * begins to hear of changes, and one business's whenever it commits others, on whichever server.
 */
export const makeSettings = (app: FastifyInstance, { config, sql, log }: World): BusinessSettings => {
  let kept = new Map<string, KeptSettings>()
  let sole: string | null = null
  let stopping = false
  const listeners: ((business_id: string) => void)[] = []
  const configs = new WeakMap<KeptSettings, Config>()

  const ofRows = (rows: readonly SettingRow[]): KeptSettings =>
    Object.fromEntries(rows.map(({ name, value }) => [name, value])) as KeptSettings

  const readAll = async (): Promise<void> => {
    const rows = Map.groupBy(await listSettings(sql, null), ({ business_id }) => business_id)
    sole = await findSoleBusiness(sql)
    const before = kept
    kept = new Map([...rows].map(([business_id, own]) => [business_id, ofRows(own)]))
    for (const business_id of new Set([...before.keys(), ...kept.keys()])) tell(business_id)
  }
  const readOne = async (business_id: string): Promise<void> => {
    kept.set(business_id, ofRows(await listSettings(sql, business_id)))
    // The first business of an empty installation comes after the start.
    sole = await findSoleBusiness(sql)
    tell(business_id)
  }
  const tell = (business_id: string): void => {
    for (const listener of listeners) listener(business_id)
  }

  // One reading at a time: an older one would otherwise end after a newer.
  let reading: Promise<void> = Promise.resolve()
  const inTurn = (read: () => Promise<void>): Promise<void> => {
    const turn = reading.then(() => asCaller('business settings', read))
    reading = turn.catch(() => undefined)
    return turn
  }
  const untilRead = async (read: () => Promise<void>): Promise<void> => {
    while (!stopping)
      try {
        return await inTurn(read)
      } catch (error) {
        log.warn({ err: error }, 'business settings wait for the database')
        await pause(AGAIN_MS, undefined, { ref: false })
      }
  }

  let unlisten: (() => Promise<void>) | undefined
  app.addHook('onReady', async () => {
    let first: Promise<void> | undefined
    const listening = await sql.listen(
      SETTINGS_CHANNEL,
      (business_id) => void untilRead(() => readOne(business_id)),
      // Also after a lost connection: what was committed meanwhile is read now.
      () => {
        const read = untilRead(readAll)
        first ??= read
      },
    )
    unlisten = listening.unlisten
    await first
  })
  app.addHook('onClose', async () => {
    stopping = true
    await unlisten?.()
  })

  const keptOf = (business_id: string): KeptSettings => kept.get(business_id) ?? NOTHING
  const configOf = (business_id: string): Config => {
    const own = keptOf(business_id)
    const known = configs.get(own) ?? laidOver(config, own)
    configs.set(own, known)
    return known
  }
  const pageOf = (business_id: string): Settings => {
    const { BRAND, SUPPORT_PHONE, SUPPORT_EMAIL, PANEL_URL, MARKETPLACE_URL } = configOf(business_id)
    const { logo, working_hours = null, holidays = [] } = keptOf(business_id)
    return {
      brand: BRAND,
      logo_url: logo === undefined ? null : logoPath(business_id, logo),
      support_phone: SUPPORT_PHONE,
      support_email: SUPPORT_EMAIL,
      panel_url: PANEL_URL,
      marketplace_url: MARKETPLACE_URL,
      working_hours,
      holidays,
    }
  }
  return {
    keptOf,
    configOf,
    pageOf,
    pageOfAll: () => pageOf(sole ?? ''),
    reload: (business_id) => inTurn(() => readOne(business_id)),
    onChange: (listener) => void listeners.push(listener),
  }
}
