import type { Call } from '@podmoga/contract/client'
import { mergeTags } from '@podmoga/contract/desk/tags'
import { type DeskTicket, Priority } from '@podmoga/contract/desk/tickets'
import { TAG_MAX, TAGS_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { formatFull } from '@podmoga/ui/lib/dates'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { changeTicket, putOff, tagsQuery, topicsQuery } from '../team.api.ts'
import { TEAM } from '../team.texts.ts'
import { TICKETS_ROOT } from '../tickets.api.ts'
import styles from './side.module.css'
import { untilOf, WAITS, type Wait } from './snooze-times.ts'
import { WORK } from './work.texts.ts'

const PRIORITIES = Priority.options.map((key) => ({ key, name: WORK.priority_name[key] }))
const tagsOf = (typed: string): string[] =>
  typed
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')

interface SnoozeProps {
  call: Call
  ticket: DeskTicket
  change: Pick<ReturnType<typeof useSubmit>, 'run' | 'isPending'>
}

/** Puts a ticket off, or calls it back. */
function SnoozePart({ call, ticket, change }: SnoozeProps) {
  return ticket.snoozed_until === null ? (
    <Select
      label={TEAM.snooze}
      hint={TEAM.snooze_hint}
      options={WAITS.map((key) => ({ key, name: TEAM.snooze_for[key] }))}
      value=""
      onChange={({ target: { value } }) =>
        void change.run(() => putOff(call, ticket.id, untilOf(value as Wait)))
      }
    />
  ) : (
    <>
      <p>{TEAM.snooze_till(formatFull(ticket.snoozed_until))}</p>
      <Button
        size="s"
        variant="secondary"
        isPending={change.isPending}
        onClick={() => void change.run(() => putOff(call, ticket.id, null))}
      >
        {TEAM.wake}
      </Button>
    </>
  )
}

/** How pressing a ticket is, what it is about, its tags, and putting it off. */
export function WorkPart({ call, ticket }: { call: Call; ticket: DeskTicket }) {
  const { data: businesses } = useQuery(topicsQuery(call))
  const { data: known } = useQuery(tagsQuery(call))
  const kept = ticket.tags.join(', ')
  const [typed, setTyped] = useState(kept)
  const { isPending, run } = useSubmit({
    refreshes: [TICKETS_ROOT],
    refreshesAlways: true,
    toast: TEAM.edit_failed,
  })
  const list = useId()
  // What a colleague changes is seen here, and what is being typed stays.
  const seen = useRef(ticket.tags)
  const follow = useEffectEvent((kept: string) => {
    const were = seen.current
    seen.current = ticket.tags
    setTyped((now) => (now === were.join(', ') ? kept : mergeTags(ticket.tags, were, tagsOf(now)).join(', ')))
  })
  useEffect(() => follow(kept), [kept])

  const categories = businesses?.find(({ id }) => id === ticket.business.id)?.categories ?? []
  const about = categories.flatMap(({ key, name, topics }) =>
    topics.length === 0
      ? [{ key, name }]
      : topics.map((topic) => ({ key: `${key}/${topic.key}`, name: `${name} · ${topic.name}` })),
  )
  const now = ticket.topic === null ? ticket.category : `${ticket.category}/${ticket.topic}`
  // What the handbook has put away since is still what this ticket is about.
  const options = about.some(({ key }) => key === now)
    ? about
    : [
        {
          key: now,
          name: [ticket.category_readable, ticket.topic_readable].filter((part) => part !== null).join(' · '),
        },
        ...about,
      ]
  const tags = tagsOf(typed)
  const areTagsOdd = tags.length > TAGS_MAX || tags.some((tag) => tag.length > TAG_MAX)
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{TEAM.work}</h2>
      <Select
        label={TEAM.priority}
        options={PRIORITIES}
        value={ticket.priority}
        onChange={({ target: { value } }) =>
          void run(() => changeTicket(call, ticket.id, { priority: value as Priority }))
        }
      />
      <Select
        label={TEAM.about}
        options={options}
        value={now}
        onChange={({ target: { value } }) => {
          const [category = '', topic = ''] = value.split('/')
          void run(() => changeTicket(call, ticket.id, { category, topic }))
        }}
      />
      <TextField
        label={TEAM.tags}
        hint={TEAM.tags_hint}
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
          onClick={() => void run(() => changeTicket(call, ticket.id, { tags, tags_were: ticket.tags }))}
        >
          {TEAM.save_tags}
        </Button>
      )}
      {ticket.status !== 'processed' && (
        <SnoozePart call={call} ticket={ticket} change={{ run, isPending }} />
      )}
    </section>
  )
}
