import { Button } from '@podmoga/ui/button/button'
import { Download } from 'lucide-react'
import { usePlace } from '../lib/place.tsx'
import { exportPeople } from './deeds.api.ts'
import { IMPORT } from './import.texts.ts'
import { saveDownload } from './save-download.ts'
import { useDeed } from './use-deed.ts'

const FORMATS = [
  ['csv', IMPORT.export_csv],
  ['xlsx', IMPORT.export_xlsx],
] as const

/** Everybody in reach as a file, of the shape that the import takes. */
export function ExportButtons() {
  const { call } = usePlace()
  const { run, isPending } = useDeed()
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
