import { addSavedView, type SavedView } from '@podmoga/contract/desk/views'
import { VIEW_NAME_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { TextField } from '@podmoga/ui/field/text-field'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import { filtersOf, type QueueView } from '../queue/queue-view.ts'
import styles from './filters.module.css'
import { SAVED } from './saved.texts.ts'
import type { SavedViews } from './use-saved-views.ts'
import { changeView, keepView } from './views.api.ts'

const FORM = addSavedView.body.omit({ filters: true })
const EMPTY = { name: '', is_shared: false }

/** The form of a saved view: saves the current view under a name, or renames an existing one. */
export function useViewForm({ call, views, run }: SavedViews, view: QueueView) {
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const form = useForm(FORM, EMPTY)
  const start = (one: SavedView | null) => {
    setRenamed(one)
    form.restart({ ...form.values, name: one?.name ?? '' })
  }
  const save = async ({ name, is_shared }: typeof EMPTY) => {
    const filters = filtersOf(view)
    const work = async (key: string) => {
      if (renamed === null) return keepView(call, { name, filters, is_shared }, key)
      // Already renamed: the response to the same request may have been lost.
      const isRenamed = views.find(({ id }) => id === renamed.id)?.name === name
      return isRenamed || changeView(call, renamed, { name })
    }
    const done = await run<unknown>(work, { of: [name, JSON.stringify(filters), is_shared] })
    if (done !== null) start(null)
  }
  return { ...form, renamed, start, save }
}

interface ViewFormProps {
  of: ReturnType<typeof useViewForm>
  saved: SavedViews
}

export function ViewForm({ of, saved }: ViewFormProps) {
  const { form, values, set, bind, submit, renamed, start, save } = of
  const name = bind('name')
  return (
    <form ref={form} onSubmit={(event) => submit(event, save)} noValidate className={styles.new}>
      <TextField
        label={renamed === null ? SAVED.save_now : `${SAVED.rename}: ${renamed.name}`}
        placeholder={SAVED.name}
        maxLength={VIEW_NAME_MAX}
        {...name}
        error={name.error ?? saved.problem ?? undefined}
        onChange={(event) => {
          name.onChange(event)
          saved.clearProblem()
        }}
      />
      {renamed === null && (
        <Checkbox checked={values.is_shared} onChange={(event) => set({ is_shared: event.target.checked })}>
          {SAVED.for_team}
        </Checkbox>
      )}
      <div className={styles.bulkLine}>
        <Button type="submit" size="s" isPending={saved.isPending}>
          {SAVED.save}
        </Button>
        {renamed !== null && (
          <Button size="s" variant="ghost" onClick={() => start(null)}>
            {SAVED.cancel}
          </Button>
        )}
      </div>
    </form>
  )
}
