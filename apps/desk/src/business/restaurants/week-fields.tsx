import { TextField } from '@podmoga/ui/field/text-field'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'

interface WeekFieldsProps {
  legend: string
  hint: string
  /** Seven days from Monday, as typed. */
  hours: readonly string[]
  onChange: (hours: string[]) => void
  /** Error of a day by its index. */
  errorOf: (day: number) => string | undefined
}

/** Opening hours of a week, one field per day. */
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
              onChange(hours.map((one, index) => (index === at ? event.target.value : one)))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
