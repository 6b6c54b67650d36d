import type { Db } from '@podmoga/sql/sql'
import type { Report } from '../finding.ts'
import { LAST_BACKUP, listMarks } from '../installation/marks.sql.ts'
import { RESTORED } from '../installation/restored.ts'

const HOUR_MS = 3_600_000

/**
 * Returns the last backup (`made_at`: ISO 8601; `damaged`: number of files it lacks), and whether the next one is overdue.
 * `backup_hours`: 0 if there is no schedule.
 */
export const readLastBackup = async (
  db: Db,
  { now, backup_hours = 0 }: { now: Date; backup_hours?: number },
): Promise<{ last: { made_at: string; damaged: number } | null; late: boolean }> => {
  const marks = await listMarks(db)
  const value = marks.get(LAST_BACKUP)
  const last = value === undefined ? null : (JSON.parse(value) as { made_at: string; damaged: number })
  const age_h = last === null ? Infinity : (now.getTime() - new Date(last.made_at).getTime()) / HOUR_MS
  return { last, late: backup_hours > 0 && !marks.has(RESTORED) && age_h > 2 * backup_hours }
}

/** Checks that the scheduled backup exists and has no damaged files. */
export const checkBackup = async (
  db: Db,
  { now, backup_hours = 0 }: { now: Date; backup_hours?: number },
): Promise<Report> => {
  const { last, late } = await readLastBackup(db, { now, backup_hours })
  const last_backup = last === null ? 'ни одной ещё не было' : `последняя — ${last.made_at}`
  return {
    findings: [
      ...(late
        ? [{ kind: 'backup_late', detail: `резервная копия нужна каждые ${backup_hours} ч, ${last_backup}` }]
        : []),
      ...(last !== null && last.damaged > 0
        ? [
            {
              kind: 'backup_damaged',
              detail: `файлов, которых нет в хранилище или они не те: ${last.damaged}`,
            },
          ]
        : []),
    ],
    checked: {},
  }
}
