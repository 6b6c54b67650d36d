import { type AdminRestaurant, listAdminRestaurants, RestaurantFacts } from '@podmoga/contract/desk/admin'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { type Meanwhile, MeanwhilePart, saveUnlessChanged } from '../../lib/list-form/meanwhile.tsx'
import { useScope } from '../../lib/scope.tsx'
import { useKeptForm } from '../../lib/use-kept-form.ts'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { addRestaurant, changeRestaurant } from '../business.mutations.ts'
import { BUSINESS, RESTAURANTS } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { draftOf, isTyped, newsOf, RestaurantForm, rebasedDraft, seenOf } from './restaurant-draft.ts'
import { TimezoneField } from './timezone-field.tsx'
import { typedGroups } from './typed-groups.ts'
import { weekOf } from './week.ts'
import { WeekFields } from './week-fields.tsx'

/** Adds a restaurant or edits its facts. */
export function RestaurantDialog({
  restaurant,
  onClose,
}: {
  restaurant: AdminRestaurant | null
  onClose: () => void
}) {
  const { call } = useScope()
  const fresh = { seen: restaurant, typed: draftOf(restaurant) }
  const { start, keep, forget } = useKeptForm(`restaurant-${restaurant?.id ?? 'new'}`, RestaurantForm, fresh)
  /** The restaurant's data that the form is based on. */
  const [seen, setSeen] = useState(start.seen)
  const [news, setNews] = useState<Meanwhile | null>(null)
  const bound = useForm(RestaurantFacts, start.typed, {
    toBody: (typed) => ({
      ...typed,
      hours: weekOf(typed.hours),
      city: typed.city.trim() || null,
      chain: typed.chain.trim() || null,
      groups: typedGroups(typed.groups),
    }),
  })
  const { form, values, set, errorOf, bind, submit, say, restart, rebase } = bound
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT], onFields: say })
  const now = { seen, typed: values }
  useEffect(() => keep(now, isTyped(now)))
  const leave = () => {
    forget()
    onClose()
  }
  const save = async (facts: z.output<typeof RestaurantFacts>) => {
    const done = await run<unknown>(
      (key) =>
        seen === null
          ? addRestaurant(call, facts, { idempotency_key: key })
          : saveUnlessChanged(
              () => changeRestaurant(call, seen.id, { ...facts, was: seenOf(seen) }),
              async (text) => {
                const { restaurants } = await call(listAdminRestaurants, {})
                const theirs = restaurants.find(({ id }) => id === seen.id) ?? seen
                rebase((mine) => rebasedDraft(mine, draftOf(seen), draftOf(theirs)))
                setSeen(theirs)
                setNews({ text, lines: newsOf(seen, theirs) })
              },
            ),
      { of: [JSON.stringify(facts)] },
    )
    if (done !== null) leave()
  }
  return (
    <Dialog
      title={restaurant === null ? RESTAURANTS.new_title : RESTAURANTS.edit_title}
      onClose={leave}
      isDismissable={!isPending}
    >
      <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
        <TextField {...bind('name')} label={RESTAURANTS.name} autoComplete="off" required />
        <TextField {...bind('city')} label={RESTAURANTS.city} autoComplete="off" />
        <TextField {...bind('chain')} label={RESTAURANTS.chain} autoComplete="off" />
        <TextField
          {...bind('groups')}
          label={RESTAURANTS.groups}
          hint={RESTAURANTS.groups_hint}
          autoComplete="off"
        />
        <TimezoneField
          value={values.timezone}
          own={restaurant}
          error={errorOf('timezone')}
          onChange={(timezone) => set({ timezone })}
        />
        <WeekFields
          legend={RESTAURANTS.hours}
          hint={RESTAURANTS.hours_hint}
          hours={values.hours}
          errorOf={(day) => errorOf(`hours ${day}`)}
          onChange={(hours) => set({ hours })}
        />
        <MeanwhilePart
          news={news}
          onTake={() => {
            setNews(null)
            restart(draftOf(seen))
          }}
        />
        <FormFoot problem={problem} isPending={isPending} submit={BUSINESS.save} onCancel={leave} />
      </form>
    </Dialog>
  )
}
