import type { Db } from '@podmoga/sql/sql'
import { type Finding, findingsOf, type Report } from '../finding.ts'
import { STORE, strangeKeys } from '../installation/check-installation.ts'
import { listMarks } from '../installation/marks.sql.ts'
import { NOTES, readNote } from '../installation/store-note.ts'
import type { Duties } from '../module.ts'
import type { Files } from '../ports/files.ts'
import type { Secrets } from '../secrets.ts'
import { makeSealed } from '../session/session.module.ts'

const opens = (open: () => unknown): boolean => {
  try {
    open()
    return true
  } catch {
    return false
  }
}

/** Finds sealed data that cannot be opened with the current keys. Such data is kept until the right keys are back. */
const checkSeals = async (db: Db, secrets: Secrets, modules: readonly Duties[]): Promise<Report> => {
  const keys = { secrets, openWith: (purpose: string) => makeSealed(secrets, purpose).open }
  const closed: string[] = []
  let checked = 0
  for (const { seals } of modules)
    for (const { what, open } of (await seals?.(db, keys)) ?? []) {
      checked += 1
      if (!opens(open)) closed.push(what)
    }
  return { findings: findingsOf('seal_does_not_open', closed, String), checked: { seals: checked } }
}

/** Checks that the keys and the file store are those used with this database. */
export const checkKeys = async (
  db: Db,
  files: Files,
  secrets: Secrets | null,
  modules: readonly Duties[],
): Promise<Report> => {
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
  const seals = await checkSeals(db, secrets, modules)
  return { findings: [...findings, ...strange, ...seals.findings], checked: seals.checked }
}
