import { setTimeout as pause } from 'node:timers/promises'
import type { AdminSettings } from '@podmoga/contract/desk/settings'
import type { Settings } from '@podmoga/contract/settings'
import { ON_PAGES, type OwnSettings, SETTINGS, type Setting } from '@podmoga/contract/settings-table'
import { asCaller } from '@podmoga/sql/caller'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
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
export type KeptSettings = Partial<OwnSettings & { logo: Logo }>

export interface BusinessSettings {
  /** What a business has set for itself. */
  keptOf: (business_id: string) => KeptSettings
  /** The installation's configuration with the business's own over it. */
  configOf: (business_id: string) => Config
  /**
   * From when a business asks a second step at its desk: a day after it was turned on, for people to prepare. An
   * installation's own asks it from the first day; null: it is not asked.
   */
  stepsFrom: (business_id: string) => Date | null
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
const PREPARE_MS = 24 * 3_600_000
/** After a failure: nobody else would tell what was committed meanwhile. */
const AGAIN_MS = 500

export const logoPath = (business_id: string, { hash }: Logo): string => `/files/logo/${business_id}-${hash}`

/** The table, every value of the installation that it names being one of the configuration. */
const ROWS: [name: string, row: Setting & { covers?: keyof Config }][] = Object.entries(SETTINGS)

type Own = Readonly<Record<string, unknown>>

/** A business narrows the installation's limits, and never widens them. */
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

/** What holds for every setting where this is what a business has set; null is the installation's, too. */
export const settingsOver = (config: Config, own: Own): AdminSettings['values'] => {
  const over = laidOver(config, own)
  const valueIn = ([name, { kind, covers, initial }]: (typeof ROWS)[number]): unknown =>
    covers === undefined ? (own[name] ?? initial) : kind === 'flag' ? over[covers] === 'on' : over[covers]
  return Object.fromEntries(ROWS.map((row) => [row[0], valueIn(row)])) as AdminSettings['values']
}

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
    reload: (business_id) => inTurn(() => readOne(business_id)),
    onChange: (listener) => void listeners.push(listener),
  }
}
