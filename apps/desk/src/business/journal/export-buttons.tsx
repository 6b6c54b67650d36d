import { Button } from '@podmoga/ui/button/button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { Download } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import { exportPeople } from '../business.mutations.ts'
import { IMPORT } from '../import/import.texts.ts'
import { saveDownload } from './save-download.ts'

const FORMATS = [
  ['csv', IMPORT.export_csv],
  ['xlsx', IMPORT.export_xlsx],
] as const

/** Everybody in reach as a file, of the shape that the import takes. */
export function ExportButtons() {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const save = async (format: 'csv' | 'xlsx') => {
    const file = await run(() => exportPeople(call, format))
    if (file !== null) saveDownload(file)
  }
  return FORMATS.map(([format, label]) => (
    <Button
      key={format}
      variant="secondary"
      icon={<Download size={20} aria-hidden />}
      isPending={isPending}
      onClick={() => void save(format)}
    >
      {label}
    </Button>
  ))
}
