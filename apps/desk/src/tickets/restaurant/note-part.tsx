import { setRestaurantNote } from '@podmoga/contract/desk/health'
import { WORD_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { TextArea } from '@podmoga/ui/field/text-area'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { drafts } from '../composer/drafts.ts'
import styles from '../side/side.module.css'
import { cardQuery, type RestaurantCard } from './restaurant.api.ts'
import { RESTAURANT } from './restaurant.texts.ts'

/** The agents' shared note about a restaurant. Unsaved text is kept in this browser. */
export function NotePart({ card: { id, note } }: { card: RestaurantCard }) {
  const { call, person } = useScope()
  const name = `restaurant-${id}`
  /** Null: unchanged, the saved note is shown. */
  const [typed, setTyped] = useState<string | null>(() => drafts.text(person, name) || null)
  const [isOld, setOld] = useState(false)
  const { run, isPending, problem, clearProblem } = useSubmit({
    refreshes: [cardQuery(call, id).queryKey],
    failed: RESTAURANT.note_failed,
    onRefused: (error) => setOld(isRefusal(error, 'changed_meanwhile')),
  })
  const type = (text: string | null) => {
    setTyped(text)
    drafts.keepText(person, name, text ?? '')
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (typed === null) return
    const body = { text: typed, version: note.version }
    const done = await run(() => call(setRestaurantNote, { params: { restaurantId: id }, body }))
    if (done === null) return
    setOld(false)
    type(null)
  }
  const isKept = typed === null || typed.trim() === note.text
  return (
    <form className={styles.part} onSubmit={(event) => void save(event)} noValidate>
      <TextArea
        label={RESTAURANT.note}
        hint={RESTAURANT.note_hint}
        rows={2}
        maxRows={8}
        maxLength={WORD_MAX}
        value={typed ?? note.text}
        error={isOld ? RESTAURANT.note_changed : (problem ?? undefined)}
        onChange={({ target }) => {
          type(target.value)
          clearProblem()
          setOld(false)
        }}
      />
      {isOld && <p>{note.text}</p>}
      {note.author_name !== null && note.changed_at !== null && (
        <p className={styles.small}>{RESTAURANT.note_by(note.author_name, formatStamp(note.changed_at))}</p>
      )}
      <div className={styles.ways}>
        <Button type="submit" size="s" variant="secondary" disabled={isKept} isPending={isPending}>
          {RESTAURANT.note_save}
        </Button>
      </div>
    </form>
  )
}
