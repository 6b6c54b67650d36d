import { setTimeout as pause } from 'node:timers/promises'
import type { AdminSettings } from '@podmoga/contract/desk/settings'
import type { Settings } from '@podmoga/contract/settings'
import { ON_PAGES, type OwnSettings, SETTINGS, type Setting } from '@podmoga/contract/settings-table'
import { asCaller } from '@podmoga/sql/caller'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import type { World } from '../world.ts'
import { findSoleBusiness, listSettings, SETTINGS_CHANNEL, type SettingRow } from './settings.sql.ts'

/** The logo of a business, as stored. */
export interface Logo {
  content_type: string
  /** Base64. */
  data: string
  /** Hash of the bytes: a new picture gets a new URL. */
  hash: string
}

/** Everything that business_settings may hold for one business; for missing values the installation's apply. */
export type KeptSettings = Partial<OwnSettings & { logo: Logo }>

export interface BusinessSettings {
  /** The settings stored by the business. */
  keptOf: (business_id: string) => KeptSettings
  /** The installation's configuration overlaid with the business's settings. */
  configOf: (business_id: string) => Config
  /**
   * From when a business requires a second step at its desk: a day after it was turned on, so that people can prepare. If the
   * installation requires it, from the first day. null: not required.
   */
  stepsFrom: (business_id: string) => Date | null
  /** The settings shown on every page of a business. */
  pageOf: (business_id: string) => Settings
  /** The same for a visitor who is not signed in: those of the only business, or the installation's. */
  pageOfAll: () => Settings
  /** Reloads the settings of a business, on the server that has just written them. */
  reload: (business_id: string) => Promise<void>
  /** Calls the listener for each business whose settings have changed. */
  onChange: (listener: (business_id: string) => void) => void
}

const NOTHING: KeptSettings = {}
const PREPARE_MS = 24 * 3_600_000
/** Retry delay after a failed read: no further notification would come for what was missed. */
const AGAIN_MS = 500

export const logoPath = (business_id: string, { hash }: Logo): string => `/files/logo/${business_id}-${hash}`

/** The SETTINGS table; every `covers` in it is a key of the configuration. */
const ROWS: [name: string, row: Setting & { covers?: keyof Config }][] = Object.entries(SETTINGS)

type Own = Readonly<Record<string, unknown>>

/** Business settings can only narrow the installation's limits. */
const covering = ({ kind, narrows, is_never_empty }: Setting, own: unknown, installed: unknown): unknown => {
  if (own === undefined || own === null || (is_never_empty === true && own === '')) return installed
  if (narrows === 'at_most') return Math.min(Number(own), Number(installed))
  if (narrows === 'at_least') return Math.max(Number(own), Number(installed))
  if (kind === 'flag') return own === true ? 'on' : installed
  return own
}

const laidOver = (config: Config, own: Own): Config => ({
  ...config,
  ...Object.fromEntries(
    ROWS.flatMap(([name, row]) =>
      row.covers === undefined ? [] : [[row.covers, covering(row, own[name], config[row.covers])]],
    ),
  ),
})

/** Returns the value of every setting for these stored settings; null stands for the installation's value. */
export const settingsOver = (config: Config, own: Own): AdminSettings['values'] => {
  const over = laidOver(config, own)
  const valueIn = ([name, { kind, covers, initial }]: (typeof ROWS)[number]): unknown =>
    covers === undefined ? (own[name] ?? initial) : kind === 'flag' ? over[covers] === 'on' : over[covers]
  return Object.fromEntries(ROWS.map((row) => [row[0], valueIn(row)])) as AdminSettings['values']
}

/**
 * Keeps the settings of every business in memory, since every call checks a limit. All are read when the server starts to listen
 * for changes; those of one business are read again after each committed change, on any server.
 */
export const makeSettings = (app: FastifyInstance, { config, sql, log }: World): BusinessSettings => {
  let kept = new Map<string, KeptSettings>()
  let sole: string | null = null
  let stopping = false
  const listeners: ((business_id: string) => void)[] = []
  const configs = new WeakMap<KeptSettings, Config>()
  const stepsSince = new WeakMap<KeptSettings, Date>()

  const ofRows = (rows: readonly SettingRow[]): KeptSettings => {
    const own = Object.fromEntries(rows.map(({ name, value }) => [name, value])) as KeptSettings
    const steps = rows.find(({ name, value }) => name === 'two_steps' && value === true)
    if (steps !== undefined) stepsSince.set(own, steps.changed_at)
    return own
  }

  const readAll = async (): Promise<void> => {
    const rows = Map.groupBy(await listSettings(sql, null), ({ business_id }) => business_id)
    sole = await findSoleBusiness(sql)
    const before = kept
    kept = new Map([...rows].map(([business_id, own]) => [business_id, ofRows(own)]))
    for (const business_id of new Set([...before.keys(), ...kept.keys()])) notify(business_id)
  }
  const readOne = async (business_id: string): Promise<void> => {
    kept.set(business_id, ofRows(await listSettings(sql, business_id)))
    // The first business of an empty installation is created after the start.
    sole = await findSoleBusiness(sql)
    notify(business_id)
  }
  const notify = (business_id: string): void => {
    for (const listener of listeners) listener(business_id)
  }

  // Reads run one at a time, otherwise an older read could finish after a newer one.
  let reading: Promise<void> = Promise.resolve()
  const inSequence = (read: () => Promise<void>): Promise<void> => {
    const result = reading.then(() => asCaller('business settings', read))
    reading = result.catch(() => undefined)
    return result
  }
  const untilRead = async (read: () => Promise<void>): Promise<void> => {
    while (!stopping)
      try {
        return await inSequence(read)
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
      // Also called after a reconnect, to read what was committed meanwhile.
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
    const own = keptOf(business_id)
    const values = Object.entries(settingsOver(config, own)).filter(([name]) => name in ON_PAGES)
    return {
      ...(Object.fromEntries(values) as Omit<Settings, 'logo_url'>),
      logo_url: own.logo === undefined ? null : logoPath(business_id, own.logo),
    }
  }
  const stepsFrom = (business_id: string): Date | null => {
    if (configOf(business_id).TWO_STEPS !== 'on') return null
    const since = config.TWO_STEPS === 'on' ? undefined : stepsSince.get(keptOf(business_id))
    return new Date(since === undefined ? 0 : since.getTime() + PREPARE_MS)
  }
  return {
    keptOf,
    configOf,
    stepsFrom,
    pageOf,
    pageOfAll: () => pageOf(sole ?? ''),
    reload: (business_id) => inSequence(() => readOne(business_id)),
    onChange: (listener) => void listeners.push(listener),
  }
}
