import type { SignalDevice } from '@podmoga/contract/desk/signals'
import type { Db, Sql } from '@podmoga/sql/sql'

/** Minutes of a day; both or neither. */
export interface QuietMinutes {
  quiet_from: number | null
  quiet_to: number | null
}
type DeviceRow = Omit<SignalDevice, 'quiet'> & QuietMinutes

/** The signal choices of a session's browser; undefined if it is not subscribed. */
export const findSignalDevice = async (
  db: Db,
  asked: { person_id: string; session_id: string | null },
): Promise<DeviceRow | undefined> => {
  const [row] = await db<DeviceRow[]>`
    select sound, nobodys_after::int as nobodys_after, quiet_from::int as quiet_from, quiet_to::int as quiet_to, timezone
    from signal_devices where session_id = ${asked.session_id}::uuid and person_id = ${asked.person_id}`
  return row
}

/** Subscribes the browser of a session or changes its choices, and ends the browser's subscription by any other session. */
export const subscribe = (
  sql: Sql,
  row: DeviceRow & {
    session_id: string
    person_id: string
    endpoint_hash: Buffer
    sealed: Buffer
    now: Date
  },
): Promise<void> =>
  sql.begin(async (tx) => {
    await tx`
      delete from signal_devices where endpoint_hash = ${row.endpoint_hash} and session_id <> ${row.session_id}`
    await tx`
      insert into signal_devices (session_id, person_id, endpoint_hash, sealed, sound, nobodys_after, quiet_from, quiet_to,
        timezone, created_at)
      values (${row.session_id}, ${row.person_id}, ${row.endpoint_hash}, ${row.sealed}, ${row.sound}, ${row.nobodys_after},
        ${row.quiet_from}, ${row.quiet_to}, ${row.timezone}, ${row.now})
      on conflict (session_id) do update set person_id = excluded.person_id, endpoint_hash = excluded.endpoint_hash,
        sealed = excluded.sealed, sound = excluded.sound, nobodys_after = excluded.nobodys_after,
        quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, timezone = excluded.timezone`
  })

export const unsubscribe = async (db: Db, session_id: string): Promise<void> => {
  await db`delete from signal_devices where session_id = ${session_id}`
}

export const forgetDevices = async (db: Db, person_id: string): Promise<void> => {
  await db`delete from signal_devices where person_id = ${person_id}`
}

export const listSealedDevices = (db: Db): Promise<{ what: string; about: string; sealed: Buffer }[]> => db`
  select 'signal_devices ' || session_id as what, 'desk push ' || session_id as about, sealed from signal_devices`
