import { randomUUID } from 'node:crypto'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { STANDING, type Standing } from '@podmoga/sql/timelines'
import type { Clock } from '../ports/clock.ts'
import { setPushKeyAside } from '../tickets/tickets.module.ts'
import { findStrangeKeys, type Installation, STORE } from './check-installation.ts'
import { fingerprintsOf, KEYS } from './fingerprints.ts'
import { countKeyLosses, listAttachedKeys } from './losses.sql.ts'
import { listMarks, lockMarks, setMark } from './marks.sql.ts'
import { forgetRestored, isRestored } from './restored.ts'
import { noteTimeline } from './share-timelines.ts'
import { NOTES, readNote, writeNote } from './store-note.ts'

/** Something to adopt: the losses are shown first, the adoption runs after a confirmation. */
export interface Adoption {
  /** Russian lines; empty if there is nothing to adopt. */
  losses: string[]
  adopt: () => Promise<void>
}

type Parts = Pick<Installation, 'sql'> & { clock: Clock }

/** Adopts this server's keys in place of those used with this database. */
export const adoptKeys = async ({
  sql,
  clock,
  secrets,
}: Parts & Pick<Installation, 'secrets'>): Promise<Adoption> => {
  const found = await findStrangeKeys(sql, secrets)
  // Without marks only one key can be recognized as different, but then the others most likely are too.
  const strange = found.length > 0 && (await listMarks(sql)).size === 0 ? KEYS : found
  const lost = await countKeyLosses(sql, clock.now())
  const by_key: Record<(typeof KEYS)[number], string[]> = {
    signing_key: ['Токены доступа: открытые страницы получат новые сами, за минуты.'],
    link_key: [
      `Плакаты с QR-кодом (${lost.posters}) перестанут открываться: напечатайте их заново.`,
      'Уже выданные ссылки на файлы (живут минуты) не откроются.',
    ],
    seal_key: [
      `Коды приложения для второго шага входа (${lost.second_steps}) и коды восстановления (у ${lost.recovery_codes} человек) не подойдут: второй шаг сбросит администратор в «Сотрудниках».`,
      `Уведомления на устройствах (${lost.devices}) не придут, пока человек не включит их там заново.`,
      `Письма и SMS, которые ещё не ушли (${lost.letters}), не уйдут.`,
      `Секреты провайдеров входа (${lost.providers}): введите их заново во «Входе».`,
    ],
  }
  return {
    losses: strange.flatMap((name) => by_key[name]),
    adopt: () =>
      sql.begin(async (tx) => {
        await lockMarks(tx)
        const own = fingerprintsOf(secrets)
        for (const name of KEYS) await setMark(tx, name, own[name])
        // Nothing is deleted: if the old keys are adopted again, all of it can be opened.
        if (strange.includes('seal_key')) await setPushKeyAside(tx, clock.now())
      }),
  }
}

/** Adopts the configured file store in place of the one used with this database. */
export const adoptFiles = async ({ sql, files }: Parts & Pick<Installation, 'files'>): Promise<Adoption> => {
  const found = await readNote(files, NOTES.id)
  if (found !== null && found === (await listMarks(sql)).get(STORE))
    return { losses: [], adopt: async () => {} }
  const there = new Set<string>()
  for await (const { key } of files.list()) there.add(key)
  const keys = await listAttachedKeys(sql)
  const missing = keys.filter((key) => !there.has(key)).length
  return {
    losses: [`Файлов, на которые ссылается база: ${keys.length}. Из них в этом хранилище нет: ${missing}.`],
    adopt: async () => {
      const id = found ?? randomUUID()
      if (found === null) await writeNote(files, NOTES.id, id)
      await setMark(sql, STORE, id)
    },
  }
}

/** Adopts the current primary, although another one was seen after it. */
export const adoptPrimary = async ({
  sql,
  files,
}: Parts & Pick<Installation, 'files'>): Promise<Adoption> => {
  const [now] = await sql.unsafe<Standing[]>(STANDING)
  const note = await readNote(files, NOTES.timeline)
  if (now === undefined || now.timeline === null) throw new StartError('База из DATABASE_URL — реплика.')
  const { system, timeline } = now
  const own = JSON.stringify({ system, timeline })
  return {
    losses:
      note === null || note === own
        ? []
        : ['Всё, что записано на сервер, который сменил этот, пока он был основным.'],
    adopt: () => noteTimeline(files, { system, timeline }),
  }
}

/** Adopts a restored copy in place of its original. */
export const adoptRestored = async ({ sql }: Parts): Promise<Adoption> => ({
  losses: (await isRestored(sql))
    ? [
        'Ничего, если прежней установки больше нет. Если она работает, люди получат письма, SMS и уведомления от обеих.',
      ]
    : [],
  adopt: () => forgetRestored(sql),
})
