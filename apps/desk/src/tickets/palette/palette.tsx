import type { Call } from '@podmoga/contract/client'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { explain } from '@podmoga/web/explain'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { CallerDialog } from '../callers/caller-dialog.tsx'
import { useSuggestions } from '../composer/suggestions.tsx'
import styles from '../filters/filters.module.css'
import { viewsQuery } from '../filters/views.api.ts'
import { type QueueView, queuePath, soughtOf, ticketPath } from '../queue/queue-view.ts'
import { findTicket } from '../search/search.api.ts'
import { articlesQuery } from '../team.api.ts'
import { restaurantsQuery } from '../tickets.api.ts'
import { PALETTE } from './palette.texts.ts'
import {
  CALLER,
  type Command,
  commandsFor,
  fits,
  type OpenTicket,
  type PaletteActions,
  type PaletteSection,
} from './palette-items.ts'

export interface PaletteProps {
  call: Call
  /** People who are not agents have no access to queues, tickets and agents' reading. */
  isAgent: boolean
  /** The queue's view; an opened ticket leads back to it. */
  view: QueueView
  open: OpenTicket | undefined
  sections: readonly PaletteSection[]
  go: (path: string) => void
  actions: PaletteActions
  /** Opens straight at the caller dialog. */
  isCalled?: boolean
  onClose: () => void
}

type CommandsProps = PaletteProps & { onCaller: () => void }

/** Shorter queries match too many materials. */
const LEAST = 3
const MOST = 12
const MOST_PLACES = 4
const NUMBER = /^(?:№\s*)?([0-9]{1,9})$/

/** The command palette: finds pages, tickets and actions by name, and leads to the caller dialog. */
export function Palette(props: PaletteProps) {
  const [isCalled, setCalled] = useState(props.isCalled === true)
  return isCalled ? <CallerDialog {...props} /> : <Commands {...props} onCaller={() => setCalled(true)} />
}

function Commands({ call, isAgent, view, open, sections, go, actions, onClose, onCaller }: CommandsProps) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const sought = soughtOf(typed)
  const words = useDeferredValue(sought)
  const { data: saved = [] } = useQuery({ ...viewsQuery(call), enabled: isAgent })
  const { data: restaurants = [] } = useQuery({ ...restaurantsQuery(call), enabled: isAgent })
  const restaurantId = open?.ticket.restaurant.id ?? restaurants[0]?.id ?? ''
  const materials = useQuery({
    ...articlesQuery(call, restaurantId, words),
    enabled: restaurantId !== '' && words.length >= LEAST && !NUMBER.test(words),
  })
  const number = isAgent ? NUMBER.exec(sought)?.[1] : undefined
  const openTicket = async (wanted: string) => {
    try {
      const id = await findTicket(call, wanted)
      if (id === undefined) return setProblem(PALETTE.no_ticket(wanted))
      onClose()
      go(ticketPath(id, view))
    } catch (error) {
      setProblem(explain(error))
    }
  }
  const commands: Command[] = [
    ...(number === undefined
      ? []
      : [{ key: 'number', title: PALETTE.ticket(number), does: () => void openTicket(number) }]),
    ...commandsFor(typed, { isAgent, open, saved, sections, actions, go }),
    ...(words.length < LEAST || number !== undefined
      ? []
      : restaurants
          .filter(({ name }) => fits(name, words))
          .slice(0, MOST_PLACES)
          .map(({ id, name }) => ({
            key: `restaurant-${id}`,
            title: name,
            hint: PALETTE.restaurant,
            does: () => go(`/restaurants/${encodeURIComponent(id)}`),
          }))),
    ...(words.length < LEAST || number !== undefined
      ? []
      : (materials.data ?? []).map(({ id, title }) => ({
          key: `material-${id}`,
          title,
          hint: PALETTE.material,
          does: () => go(`/kb/read/${encodeURIComponent(id)}`),
        }))),
  ].slice(0, MOST)
  const find: Command[] =
    sought === '' || number !== undefined || !isAgent
      ? []
      : [
          {
            key: 'find',
            title: PALETTE.find(sought),
            does: () => go(queuePath({ ...view, number: null, q: sought })),
          },
        ]
  const items = [...commands, ...find]
  const suggestions = useSuggestions({
    label: PALETTE.list,
    items,
    onPick: (key) => {
      if (key === CALLER) return onCaller()
      const one = items.find((item) => item.key === key)
      // A ticket number is looked up first: the palette stays open if there is no such ticket.
      if (key !== 'number') onClose()
      one?.does()
    },
    onLeave: onClose,
  })
  return (
    <Dialog title={PALETTE.title} size="l" onClose={onClose}>
      <div className={styles.palette}>
        <TextField
          label={PALETTE.field}
          hint={isAgent ? PALETTE.hint : PALETTE.rooms_hint}
          autoFocus
          role="combobox"
          aria-expanded={items.length > 0}
          autoComplete="off"
          maxLength={SEARCH_MAX}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setProblem(undefined)
          }}
          onKeyDown={(event) => void suggestions.onKey(event)}
          {...suggestions.fieldProps}
        />
        <div role="alert">{problem !== undefined && <FieldError>{problem}</FieldError>}</div>
        {suggestions.list}
        <p role="status" className="t-small t-muted">
          {items.length === 0 ? PALETTE.none : ''}
        </p>
      </div>
    </Dialog>
  )
}
