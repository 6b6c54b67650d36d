import { type AdminRestaurant, RestaurantFacts } from '@podmoga/contract/desk/admin'
import { uuid } from '@podmoga/contract/uuid'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { type FormEvent, useRef, useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import styles from './business.module.css'
import { BUSINESS, RESTAURANTS } from './business.texts.ts'
import { addRestaurant, changeRestaurant } from './deeds.api.ts'
import { FormFoot } from './form-foot.tsx'
import { TimezoneField } from './timezone-field.tsx'
import { useDeed } from './use-deed.ts'
import { typedWeek, weekOf } from './week.ts'
import { WeekFields } from './week-fields.tsx'

const HOME_ZONE = 'Asia/Tashkent'

/** A new restaurant, or the name, time zone and hours of one that is there. */
export function RestaurantDialog({
  restaurant,
  onClose,
}: {
  restaurant: AdminRestaurant | null
  onClose: () => void
}) {
  const { call } = usePlace()
  const [name, setName] = useState(restaurant?.name ?? '')
  const [timezone, setTimezone] = useState(restaurant?.timezone ?? HOME_ZONE)
  const [hours, setHours] = useState(() => typedWeek(restaurant?.hours ?? null))
  const key = useRef(uuid())
  const { run, isPending, fields, setFields, problem } = useDeed({ isInForm: true })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { name, timezone, hours: weekOf(hours) }
    const parsed = RestaurantFacts.safeParse(body)
    if (!parsed.success) {
      setFields(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [path.join(' '), message])))
      return
    }
    const done = await run<unknown>(() =>
      restaurant === null
        ? addRestaurant(call, body, { idempotency_key: key.current })
        : changeRestaurant(call, restaurant.id, body),
    )
    if (done === null) key.current = uuid()
    else onClose()
  }
  return (
    <Dialog
      title={restaurant === null ? RESTAURANTS.new_title : RESTAURANTS.edit_title}
      onClose={onClose}
      isDismissable={!isPending}
    >
      <form className={styles.form} noValidate onSubmit={submit}>
        <TextField
          label={RESTAURANTS.name}
          value={name}
          error={fields.name}
          autoComplete="off"
          required
          onChange={(event) => setName(event.target.value)}
        />
        <TimezoneField value={timezone} own={restaurant} error={fields.timezone} onChange={setTimezone} />
        <WeekFields
          legend={RESTAURANTS.hours}
          hint={RESTAURANTS.hours_hint}
          hours={hours}
          errorOf={(day) => fields[`hours ${day}`]}
          onChange={setHours}
        />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={onClose} />
      </form>
    </Dialog>
  )
}
