import { readFileSync } from 'node:fs'
import { mkdir, statfs } from 'node:fs/promises'
import { getInstallationState, type StatePart } from '@podmoga/contract/desk/state'
import { listJobTroubles } from '../../background/job-runs.sql.ts'
import type { Deps } from '../../deps.ts'
import { readLastBackup } from '../../doctor/check-backup.ts'
import { tempDir } from '../../files/temp-files.ts'
import type { Module } from '../../module.ts'
import { listWaitingSince } from './state.sql.ts'

const MINUTE = 60_000
/** The same as in the alert PodmogaMailStuck (deploy/alerts.yml). */
const STUCK_MS = 10 * MINUTE
/** The same as in the alert PodmogaBackupOld. */
const OLD_BACKUP_MS = 48 * 60 * MINUTE
/** Free share of the disk: below the first it needs attention, below the second it is about to be full. */
const LITTLE = 0.15
const NOTHING = 0.05
/** A single failure may resolve itself; this many in a row do not. */
const FAILURES = 3

const VERSION = (
  JSON.parse(readFileSync(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
    version: string
  }
).version

const part = (
  name: StatePart['name'],
  state: StatePart['state'],
  { at = null, amount = null }: { at?: string | Date | null; amount?: number | null } = {},
): StatePart => ({ name, state, at: at === null ? null : new Date(at).toISOString(), amount })

/** Letters and SMS: whether they are being sent. */
const channels = async ({ sql, mail, sms, clock }: Deps): Promise<StatePart[]> => {
  const waiting = await listWaitingSince(sql)
  const one = (name: 'mail' | 'sms', channel: 'email' | 'sms', absent: boolean): StatePart => {
    const since = waiting.find((row) => row.channel === channel)?.since ?? null
    if (absent) return part(name, 'off', { at: since })
    const isStuck = since !== null && clock.now().getTime() - since.getTime() > STUCK_MS
    return part(name, isStuck ? 'failing' : 'ok', { at: since })
  }
  return [one('mail', 'email', mail.absent === true), one('sms', 'sms', sms.absent === true)]
}

const store = async ({ files }: Deps): Promise<StatePart> =>
  files.check().then(
    () => part('files', 'ok'),
    () => part('files', 'failing'),
  )

/** The disk of the data folder: embedded database, stored files, uploads in progress. */
const disk = async ({ config }: Deps): Promise<StatePart> => {
  const folder = tempDir(config)
  await mkdir(folder, { recursive: true })
  const { bavail, blocks } = await statfs(folder)
  const free = bavail / Math.max(1, blocks)
  return part('disk', free < NOTHING ? 'failing' : free < LITTLE ? 'warning' : 'ok', { amount: free })
}

const backup = async ({ sql, config, clock }: Deps): Promise<StatePart> => {
  const now = clock.now()
  const backup_hours = config.BACKUP_TO === undefined ? 0 : config.BACKUP_EVERY_HOURS
  const { last, late } = await readLastBackup(sql, { now, backup_hours })
  if (last === null) return part('backup', backup_hours > 0 ? 'failing' : 'warning')
  const isOld = backup_hours === 0 && now.getTime() - new Date(last.made_at).getTime() > OLD_BACKUP_MS
  const state = late || last.damaged > 0 ? 'failing' : isOld ? 'warning' : 'ok'
  return part('backup', state, { at: last.made_at, amount: last.damaged })
}

/** Background jobs: the live state on this server, and the other servers' state as recorded within the last minute. */
const jobs = async ({ background, sql }: Deps): Promise<StatePart> => {
  const here = background
    .jobs()
    .filter(({ failed_in_a_row, due_in }) => failed_in_a_row >= FAILURES || due_in < 0)
  const noted = await listJobTroubles(sql)
  const failing = new Set([...here.map(({ name }) => name), ...noted.troubles.map(({ job }) => job)]).size
  return part('jobs', failing > 0 ? 'failing' : 'ok', { amount: failing })
}

/** The state of the installation, for an owner without terminal access. Read on request; nothing is stored. */
export const state: Module = {
  name: 'installation/state',
  tables: [],
  routes: ({ on, deps }) => {
    const started_at = new Date(Date.now() - process.uptime() * 1000).toISOString()
    on(getInstallationState, async () => ({
      version: VERSION,
      started_at,
      parts: [
        ...(await channels(deps)),
        ...(await Promise.all([store(deps), disk(deps), backup(deps), jobs(deps)])),
      ],
    }))
  },
}
