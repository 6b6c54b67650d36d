import { makeProviderSecrets } from '../business/providers/providers.routes.ts'
import type { Db } from '../db/sql.ts'
import { STORE, strangeKeys } from '../installation/check-installation.ts'
import { listMarks } from '../installation/marks.sql.ts'
import { NOTES, readNote } from '../installation/store-note.ts'
import type { Files } from '../ports/files.ts'
import { makeSeal } from '../profile/profile.keys.ts'
import type { Secrets } from '../secrets.ts'
import { makeSealed } from '../session/session.seal.ts'
import { type Finding, findingsOf, type Report } from './finding.ts'

interface Sealed {
  what: string
  sealed: Buffer
}

const opens = (open: () => unknown): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/** Names what does not open with the keys that there are: it waits for the right ones and is never given up. */
const checkSeals = async (db: Db, secrets: Secrets): Promise<Report> => {
  const closed: Sealed[] = []
  let checked = 0
  const look = <Row extends Sealed>(rows: readonly Row[], open: (row: Row) => unknown): void => {
    checked += rows.length
    closed.push(...rows.filter((row) => !opens(() => open(row))))
  }
  const push = makeSealed(secrets, 'push')
  const totp = makeSealed(secrets, 'totp')
  const letters = makeSeal(secrets)
  const { accountOf } = makeProviderSecrets({ secrets })
  look(
    await db<(Sealed & { about: string })[]>`
      select 'push_subscriptions ' || session_id as what, 'push ' || session_id as about, sealed from push_subscriptions
      union all select 'sealed_keys ' || name, name, sealed from sealed_keys where name = 'vapid'`,
    ({ sealed, about }) => push.open(sealed, about),
  )
  look(
    await db<(Sealed & { about: string })[]>`
      select 'totp_keys ' || person_id as what, 'totp ' || person_id as about, sealed from totp_keys
      where sealed is not null`,
    ({ sealed, about }) => totp.open(sealed, about),
  )
  look(
    await db<(Sealed & { about: string })[]>`
      select 'outbox ' || id as what, channel || ' ' || to_address as about, sealed from outbox
      where sent_at is null and failed_at is null`,
    ({ sealed, about }) => letters.open(sealed, about),
  )
  look(
    await db<(Sealed & Parameters<typeof accountOf>[0])[]>`
      select 'identity_providers ' || id as what, p.* from identity_providers p`,
    accountOf,
  )
  return {
    findings: findingsOf('seal_does_not_open', closed, ({ what }) => what),
    checked: { seals: checked },
  }
}

/** Whether the keys and the store of files are those that this database belongs together with. */
export const checkKeys = async (db: Db, files: Files, secrets: Secrets | null): Promise<Report> => {
  const marks = await listMarks(db)
  const store = await readNote(files, NOTES.id)
  const known = marks.get(STORE)
  const findings: Finding[] =
    known === undefined || known === store
      ? []
      : [{ kind: 'store_differs', detail: store === null ? 'в хранилище нет метки' : 'метка другой базы' }]
  if (secrets === null)
    return {
      findings: [...findings, { kind: 'keys_missing', detail: 'файла ключей нет' }],
      checked: { seals: 0 },
    }
  const strange = findingsOf('key_differs', strangeKeys(secrets, marks), (name) => name)
  const seals = await checkSeals(db, secrets)
  return { findings: [...findings, ...strange, ...seals.findings], checked: seals.checked }
}
