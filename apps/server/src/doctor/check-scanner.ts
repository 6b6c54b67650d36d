import type { Db } from '@podmoga/sql/sql'
import type { Report } from '../finding.ts'
import type { VirusScan } from '../ports/virus-scan.ts'

const HOUR_MS = 3_600_000

/**
 * Checks that the virus scanner responds and that no file has waited for it for an hour. `scanner` null: files are not scanned.
 */
export const checkScanner = async (
  db: Db,
  { now, scanner = null }: { now: Date; scanner?: VirusScan | null },
): Promise<Report> => {
  if (scanner === null) return { findings: [], checked: {} }
  const [row] = await db<{ files: number }[]>`
    select count(*)::int as files from stored_files
    where scan = 'waiting' and created_at < ${new Date(now.getTime() - HOUR_MS)}`
  const late = row?.files ?? 0
  return {
    findings: [
      ...((await scanner.isUp())
        ? []
        : [{ kind: 'scanner_away', detail: 'проверка на вирусы не отвечает (VIRUS_SCAN)' }]),
      ...(late > 0
        ? [{ kind: 'files_unscanned', detail: `файлов ждут проверки на вирусы больше часа: ${late}` }]
        : []),
    ],
    checked: {},
  }
}
