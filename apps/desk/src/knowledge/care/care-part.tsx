import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { MaterialCare } from '@podmoga/contract/desk/material/care'
import { Button } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { TREE_KEY } from '../knowledge.api.ts'
import { type CareChange, careKey, careQuery, markChecked, setCare } from './care.api.ts'
import { CARE, TERMS, termName } from './care.texts.ts'

const NONE = 'none'
const ONCE = 'once'

/** The day of a check: saved on blur, because a date field passes through other dates while typing. */
function DayField({ day, onDay }: { day: string; onDay: (day: string) => void }) {
  const [typed, setTyped] = useState(day)
  return (
    <TextField
      className={styles.wide}
      type="date"
      label={CARE.day}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed === '') setTyped(day)
        else if (typed !== day) onDay(typed)
      }}
    />
  )
}

const termOf = ({ check_months, check_on }: MaterialCare): string => {
  if (check_months !== null) return String(check_months)
  return check_on === null ? NONE : ONCE
}

/** The owner of a material, and the date of its next check. */
export function CarePart({
  material_id,
  tree,
  today,
}: {
  material_id: string
  tree: DeskTree
  today: string
}) {
  const { call } = useScope()
  const client = useQueryClient()
  const { data: care } = useQuery(careQuery(call, material_id))
  const { run, isPending } = useSubmit({ refreshes: [TREE_KEY], toast: CARE.failed, refreshesAlways: true })
  if (care === undefined) return null
  const keep = (work: () => Promise<MaterialCare>) =>
    run(async () => client.setQueryData(careKey(material_id), await work()))
  const set = (body: CareChange) => keep(() => setCare(call, material_id, body))
  const term = termOf(care)
  const isOther = care.check_months !== null && !TERMS.some(({ key }) => key === term)
  return (
    <div className={styles.part}>
      <Select
        className={styles.wide}
        label={CARE.owner}
        disabled={isPending}
        value={care.owner?.id ?? NONE}
        options={[
          { key: NONE, name: CARE.nobody },
          ...tree.editors.map(({ id, name }) => ({ key: id, name })),
        ]}
        onChange={({ target }) => void set({ owner: target.value === NONE ? null : target.value })}
      />
      <Select
        className={styles.wide}
        label={CARE.term}
        disabled={isPending}
        value={term}
        options={[
          { key: NONE, name: CARE.never },
          { key: ONCE, name: CARE.once },
          ...TERMS,
          ...(isOther ? [{ key: term, name: termName(care.check_months ?? 1) }] : []),
        ]}
        onChange={({ target: { value } }) => {
          if (value === ONCE) void set({ check_months: null, check_on: care.check_on ?? today })
          else void set({ check_months: value === NONE ? null : Number(value) })
        }}
      />
      {care.check_on !== null && (
        <>
          <DayField key={care.check_on} day={care.check_on} onDay={(check_on) => void set({ check_on })} />
          <Button
            size="s"
            variant="secondary"
            isPending={isPending}
            onClick={() => void keep(() => markChecked(call, material_id, care.check_on))}
          >
            {CARE.checked}
          </Button>
        </>
      )}
      {care.checked_at !== null && (
        <p className="t-small t-muted">{CARE.checked_when(formatStamp(care.checked_at), care.checked_by)}</p>
      )}
    </div>
  )
}
