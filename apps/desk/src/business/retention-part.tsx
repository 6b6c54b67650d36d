import { Retention } from '@podmoga/contract/desk/retention'
import type { Answer } from '@podmoga/contract/endpoint'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { BUSINESS_ROOT } from './business.api.ts'
import styles from './business.module.css'
import { BUSINESS } from './business.texts.ts'
import { countRetention, type Months, retentionQuery, setRetention } from './data.api.ts'
import { RETENTION } from './data.texts.ts'
import { QueryView } from './query-view.tsx'
import { useDeed } from './use-deed.ts'

type Kept = Answer<typeof import('@podmoga/contract/desk/retention').getRetention>

const typed = (months: number | null): string => (months === null ? '' : String(months))
const monthsOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

function RetentionForm({ kept }: { kept: Kept }) {
  const { call } = usePlace()
  const [tickets, setTickets] = useState(typed(kept.keep_tickets_months))
  const [files, setFiles] = useState(typed(kept.keep_files_months))
  const [counted, setCounted] = useState<{ text: string; months: Months } | null>(null)
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })
  const check = async (event: FormEvent) => {
    event.preventDefault()
    const months = { tickets: monthsOf(tickets), files: monthsOf(files) }
    const parsed = Retention.safeParse({
      keep_tickets_months: months.tickets,
      keep_files_months: months.files,
    })
    if (!parsed.success)
      return setFields(
        Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])),
      )
    const found = await run(() => countRetention(call, months))
    if (found !== null)
      setCounted({
        text: found.tickets + found.files === 0 ? RETENTION.nothing : RETENTION.count(found),
        months,
      })
  }
  return (
    <form className={styles.form} noValidate onSubmit={check}>
      <div className={styles.filters}>
        <TextField
          label={RETENTION.tickets}
          inputMode="numeric"
          value={tickets}
          error={fields.keep_tickets_months}
          onChange={(event) => setTickets(event.target.value)}
        />
        <TextField
          label={RETENTION.files}
          inputMode="numeric"
          value={files}
          error={fields.keep_files_months}
          onChange={(event) => setFiles(event.target.value)}
        />
      </div>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.deeds}>
        <Button type="submit" variant="secondary" isPending={isPending}>
          {RETENTION.check}
        </Button>
      </div>
      {counted !== null && (
        <SureDialog
          title={RETENTION.sure_title}
          text={counted.text}
          submit={RETENTION.sure}
          refreshes={BUSINESS_ROOT}
          onSubmit={async () => {
            await setRetention(call, counted.months)
            toast.success({ title: BUSINESS.saved })
          }}
          onClose={() => setCounted(null)}
        />
      )}
    </form>
  )
}

/** How long closed tickets and their files are kept: nothing goes before its count was seen. */
export function RetentionPart() {
  const { call } = usePlace()
  const query = useQuery(retentionQuery(call))
  return (
    <section className={styles.form} aria-labelledby="retention">
      <h2 id="retention">{RETENTION.title}</h2>
      <p className="t-muted">{RETENTION.hint}</p>
      <QueryView query={query}>{(kept) => <RetentionForm kept={kept} />}</QueryView>
    </section>
  )
}
