import { Retention, type RetentionTerms } from '@podmoga/contract/desk/retention'
import type { Answer } from '@podmoga/contract/endpoint'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { countRetention, type Months, retentionQuery, setRetention } from '../people/data.api.ts'
import { RETENTION } from '../people/data.texts.ts'
import { QueryView } from '../query-view.tsx'

type Kept = Answer<typeof import('@podmoga/contract/desk/retention').getRetention>

const typed = (months: number | null): string => (months === null ? '' : String(months))
const monthsOf = (text: string): number | null => (text.trim() === '' ? null : Number(text.trim()))

function RetentionForm({ kept }: { kept: Kept }) {
  const { call } = useScope()
  const [counted, setCounted] = useState<{ text: string; months: Months } | null>(null)
  const start = {
    keep_tickets_months: typed(kept.keep_tickets_months),
    keep_files_months: typed(kept.keep_files_months),
  }
  const { form, bind, submit, say } = useForm(Retention, start, {
    toBody: ({ keep_tickets_months, keep_files_months }) => ({
      keep_tickets_months: monthsOf(keep_tickets_months),
      keep_files_months: monthsOf(keep_files_months),
    }),
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const check = async ({ keep_tickets_months, keep_files_months }: RetentionTerms) => {
    const months = { tickets: keep_tickets_months, files: keep_files_months }
    const found = await run(() => countRetention(call, months))
    if (found !== null)
      setCounted({
        text: found.tickets + found.files === 0 ? RETENTION.nothing : RETENTION.count(found),
        months,
      })
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, check)}>
      <div className={styles.filters}>
        <TextField {...bind('keep_tickets_months')} label={RETENTION.tickets} inputMode="numeric" />
        <TextField {...bind('keep_files_months')} label={RETENTION.files} inputMode="numeric" />
      </div>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
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

/** Retention of closed tickets and their files. The number of items to be deleted is shown before saving. */
export function RetentionPart() {
  const { call } = useScope()
  const query = useQuery(retentionQuery(call))
  return (
    <section className={styles.form} aria-labelledby="retention">
      <h2 id="retention">{RETENTION.title}</h2>
      <p className="t-muted">{RETENTION.hint}</p>
      <QueryView query={query}>{(kept) => <RetentionForm kept={kept} />}</QueryView>
    </section>
  )
}
