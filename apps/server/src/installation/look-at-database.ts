import type { Db } from '@podmoga/sql/sql'
import { KNOWS_LETTERS } from '../db/letters.ts'
import type { Finding } from '../finding.ts'

/** Smaller differences are harmless; with larger ones codes and links that live for minutes fail. */
const CLOCK_OFF_MS = 60_000

const clockLine = (ahead_ms: number): string => {
  const how = `${ahead_ms > 0 ? 'спешат' : 'отстают'} на ${Math.round(Math.abs(ahead_ms) / 60_000)} мин`
  return `Часы этого сервера ${how} относительно часов базы данных: сроки, коды и ссылки будут неверны. Включите сверку времени на обеих машинах (timedatectl set-ntp true).`
}

/** Returns problems of a working database for the operator; `now`: this server's clock. */
export const lookAtDatabase = async (db: Db, now: () => Date): Promise<Finding[]> => {
  const asked = now().getTime()
  const [row] = await db<{ ms: number; knows_letters: boolean; name: string }[]>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms, current_database() as name,
      ${db.unsafe(KNOWS_LETTERS)} as knows_letters`
  const ahead_ms = asked - (row?.ms ?? asked)
  return [
    ...(Math.abs(ahead_ms) > CLOCK_OFF_MS ? [{ kind: 'clock_off', detail: clockLine(ahead_ms) }] : []),
    ...(row?.knows_letters === false
      ? [
          {
            kind: 'database_letters',
            detail: `База «${row.name}» создана без UTF-8 или без правил для кириллицы: поиск и списки путают буквы. Сделайте резервную копию и восстановите её в базу с ENCODING 'UTF8' LOCALE 'C.UTF-8'.`,
          },
        ]
      : []),
  ]
}
