import { TextField } from '@podmoga/ui/field/text-field'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'

interface WeekFieldsProps {
  legend: string
  hint: string
  /** Seven days from Monday, as typed. */
  hours: readonly string[]
  onChange: (hours: string[]) => void
  /** What is wrong with a day, by its place. */
  errorOf: (day: number) => string | undefined
}

/** The hours of a week, a line for each day. */
export function WeekFields({ legend, hint, hours, onChange, errorOf }: WeekFieldsProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{legend}</legend>
      <p className="t-small t-muted">{hint}</p>
      <div className={styles.filters}>
        {BUSINESS.days.map((day, at) => (
          <TextField
            key={day}
            label={day}
            value={hours[at] ?? ''}
            error={errorOf(at)}
            placeholder="09:00-18:00"
            onChange={(event) =>
              onChange(hours.map((one, scope) => (scope === at ? event.target.value : one)))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
