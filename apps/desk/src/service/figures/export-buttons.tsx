import { exportFigures, exportOwnFigures, exportTickets } from '@podmoga/contract/desk/figures'
import { Button } from '@podmoga/ui/button/button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { Download } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import type { FiguresQuery } from './figures.api.ts'
import styles from './figures.module.css'
import { FIGURES } from './figures.texts.ts'

const FILES = [
  ['table', 'csv', FIGURES.export_csv],
  ['table', 'xlsx', FIGURES.export_xlsx],
  ['tickets', 'csv', FIGURES.tickets_csv],
  ['tickets', 'xlsx', FIGURES.tickets_xlsx],
] as const

/** Downloads the page's table, or the tickets of its period. */
export function ExportButtons({ asked, is_own }: { asked: FiguresQuery; is_own: boolean }) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [], toast: true })
  const { from, to, by, restaurant } = asked
  const save = async (what: 'table' | 'tickets', format: 'csv' | 'xlsx') => {
    const period = { from, to, format, ...(restaurant !== '' && { restaurant }) }
    const made = await run(() => {
      if (what === 'tickets') return call(exportTickets, { query: period })
      return call(is_own ? exportOwnFigures : exportFigures, { query: { ...period, by } })
    })
    if (made !== null) location.assign(made.url)
  }
  return (
    <div className={styles.actions}>
      {FILES.filter(([what]) => what === 'table' || !is_own).map(([what, format, label]) => (
        <Button
          key={label}
          variant="secondary"
          icon={<Download size={20} aria-hidden />}
          isPending={isPending}
          onClick={() => void save(what, format)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}
