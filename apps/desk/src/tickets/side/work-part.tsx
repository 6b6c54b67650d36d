import type { Call } from '@podmoga/contract/client'
import { mergeTags } from '@podmoga/contract/desk/tags'
import { type DeskTicket, Priority } from '@podmoga/contract/desk/tickets'
import { TAG_MAX, TAGS_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useActs } from '../acts/use-acts.ts'
import { pickedActsOf, withTags } from '../picker/picked-acts.ts'
import { aboutsOf, type Picked } from '../picker/picks.ts'
import { tagsQuery, topicsQuery } from '../team.api.ts'
import { TEAM } from '../team.texts.ts'
import { TICKETS_ROOT } from '../tickets.api.ts'
import styles from './side.module.css'
import { SIDE } from './side.texts.ts'
import { untilOf, WAITS, type Wait } from './snooze-times.ts'
import { snoozedTill } from './snoozed-till.ts'
import { WORK } from './work.texts.ts'

const PRIORITIES = Priority.options.map((key) => ({ key, name: WORK.priority_name[key] }))
const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

interface SnoozeProps {
  ticket: DeskTicket
  change: Pick<ReturnType<typeof useSubmit>, 'isPending'> & { putOff: (until: string | null) => void }
}

/** Snoozes a ticket, or ends the snooze. */
function SnoozePart({ ticket, change }: SnoozeProps) {
  return ticket.snoozed_until === null ? (
    <Select
      label={TEAM.snooze}
      hint={SIDE.snooze_hint}
      options={WAITS.map((key) => ({ key, name: TEAM.snooze_for[key] }))}
      value=""
      onChange={({ target: { value } }) => change.putOff(untilOf(value as Wait, ticket.restaurant.timezone))}
    />
  ) : (
    <>
      <p>{TEAM.snooze_till(snoozedTill(ticket.snoozed_until, ticket.restaurant.timezone))}</p>
      <Button size="s" variant="secondary" isPending={change.isPending} onClick={() => change.putOff(null)}>
        {TEAM.wake}
      </Button>
    </>
  )
}

interface TagsProps {
  call: Call
  ticket: DeskTicket
  isPending: boolean
  onSave: (tags: string[]) => void
}

/** The tags as a comma-separated text field. */
function TagsPart({ call, ticket, isPending, onSave }: TagsProps) {
  const { data: known } = useQuery(tagsQuery(call))
  const kept = ticket.tags.join(', ')
  const [typed, setTyped] = useState(kept)
  const list = useId()
  // Merge a colleague's changes into the text being typed.
  const seen = useRef(ticket.tags)
  const follow = useEffectEvent((kept: string) => {
    const were = seen.current
    seen.current = ticket.tags
    setTyped((now) => (now === were.join(', ') ? kept : mergeTags(ticket.tags, were, tagsOf(now)).join(', ')))
  })
  useEffect(() => follow(kept), [kept])
  const tags = tagsOf(typed)
  const areTagsOdd = tags.length > TAGS_MAX || tags.some((tag) => tag.length > TAG_MAX)
  return (
    <>
      <TextField
        label={TEAM.tags}
        hint={SIDE.tags_hint}
        autoComplete="off"
        list={list}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <datalist id={list}>
        {known?.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      {tags.join(', ') !== kept && (
        <Button
          size="s"
          variant="secondary"
          disabled={areTagsOdd}
          isPending={isPending}
          onClick={() => onSave(tags)}
        >
          {SIDE.save_tags}
        </Button>
      )}
    </>
  )
}

/** Priority, subject, tags and snooze of a ticket. */
export function WorkPart({ call, ticket }: { call: Call; ticket: DeskTicket }) {
  const { data: businesses } = useQuery(topicsQuery(call))
  const { isPending, run } = useSubmit({
    refreshes: [TICKETS_ROOT],
    refreshesAlways: true,
    toast: WORK.edit_failed,
  })
  const perform = useActs()
  const choose = (picked: Picked) => {
    const choice = pickedActsOf(ticket, picked)
    if (choice !== null) void run(() => perform(choice.act))
  }
  const categories = businesses?.find(({ id }) => id === ticket.business.id)?.categories ?? []
  const about = aboutsOf(categories)
  const now = ticket.topic === null ? `${ticket.category}/` : `${ticket.category}/${ticket.topic}`
  const own = [ticket.category_readable, ticket.topic_readable].filter((part) => part !== null).join(' · ')
  // A topic archived since then is still this ticket's topic.
  const options = about.some(({ key }) => key === now) ? about : [{ key: now, name: own }, ...about]
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{TEAM.work}</h2>
      <Select
        label={TEAM.priority}
        options={PRIORITIES}
        value={ticket.priority}
        onChange={({ target: { value } }) => choose({ do: 'priority', priority: value as Priority })}
      />
      <Select
        label={TEAM.about}
        options={options}
        value={now}
        onChange={({ target: { value } }) => {
          const chosen = about.find(({ key }) => key === value)
          if (chosen !== undefined) choose({ do: 'about', ...chosen })
        }}
      />
      <TagsPart
        call={call}
        ticket={ticket}
        isPending={isPending}
        onSave={(tags) => void run(() => perform(withTags(ticket, tags, ticket.tags)))}
      />
      {ticket.status !== 'processed' && (
        <SnoozePart
          ticket={ticket}
          change={{ putOff: (until) => choose({ do: 'snooze', until }), isPending }}
        />
      )}
    </section>
  )
}
