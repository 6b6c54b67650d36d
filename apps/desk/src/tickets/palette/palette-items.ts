import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import type { SavedView } from '@podmoga/contract/desk/views'
import type { Suggestion } from '../composer/suggestions.tsx'
import { PICKS, type PickKind } from '../picker/pick-kinds.ts'
import { type QueueView, queuePath, viewOfFilters } from '../queue/queue-view.ts'
import { WORK } from '../side/work.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import type { Pane } from '../workspace/use-panes.ts'
import { PALETTE } from './palette.texts.ts'

/** Actions on the open ticket. */
export interface TicketActions {
  /** Opens a picker for the ticket or for all picked tickets. */
  pick: (what: PickKind) => void
  /** Undoes the last action. */
  undo: () => void
  assignMe: () => void
  close: () => void
  closeAndNext: () => void
  reopen: () => void
  reply: () => void
  note: () => void
  copyLink: () => void
  /** Toggles a pane beside the conversation. */
  turnPane: (pane: Pane) => void
}

/** Actions available everywhere at the desk. */
export interface PaletteActions {
  takeNext: () => void
  keys: () => void
}

/** The command that the palette itself handles. */
export const CALLER = 'caller'

/** A page of the desk that this person may open. */
export interface PaletteSection {
  href: string
  title: string
  hint: string
}

/** The open ticket and its actions. */
export interface OpenTicket {
  ticket: DeskTicket
  actions: TicketActions
}

/** A line of the palette and its action. */
export interface Command extends Suggestion {
  does: () => void
}

type Go = (path: string) => void

const ALL: QueueView = { tab: 'waiting', number: null }

const queueCommands = (go: Go): Command[] => {
  const to = (key: string, title: string, view: QueueView): Command => ({
    key,
    title,
    hint: PALETTE.queue,
    does: () => go(queuePath(view)),
  })
  const open = { ...ALL, tab: 'open' } as const
  return [
    to('waiting', TICKETS.waiting_tab, ALL),
    to('open', TICKETS.open_tab, open),
    to('archive', TICKETS.archive_tab, { ...ALL, tab: 'archive' }),
    to('mine', WORK.whose_name.mine, { ...open, whose: 'mine' }),
    to('free', WORK.whose_name.free, { ...open, whose: 'free' }),
    to('snoozed', WORK.whose_name.snoozed, { ...open, whose: 'snoozed' }),
  ]
}

const ofTicket = ({ ticket, actions }: OpenTicket): Command[] => {
  const hint = PALETTE.open_ticket(ticket.number)
  const one = (key: string, title: string, does: () => void): Command => ({ key, title, hint, does })
  const lists = PICKS.map((what) => one(what, PALETTE.pick[what], () => actions.pick(what)))
  const always = [
    ...lists.filter(({ key }) => ticket.status !== 'processed' || !['assign', 'snooze'].includes(key)),
    one('undo', PALETTE.undo, actions.undo),
    one('copy', PALETTE.copy_link, actions.copyLink),
    one('pane-queue', PALETTE.turn_queue, () => actions.turnPane('queue')),
    one('pane-customer', PALETTE.turn_customer, () => actions.turnPane('customer')),
  ]
  return ticket.status === 'processed'
    ? [one('reopen', TICKETS.reopen, actions.reopen), ...always]
    : [
        one('reply', PALETTE.reply, actions.reply),
        one('note', PALETTE.note, actions.note),
        one('assign', WORK.assign_me, actions.assignMe),
        one('close', TICKETS.close, actions.close),
        one('close-next', TICKETS.close_next, actions.closeAndNext),
        ...always,
      ]
}

const folded = (text: string): string => text.toLowerCase().replaceAll('ё', 'е')

/** Whether every typed word is a prefix of a word of the title. */
export const fits = (title: string, typed: string): boolean => {
  const words = folded(title).split(/[^\p{L}\p{N}]+/u)
  return folded(typed)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

interface Known {
  /** People who are not agents have no queues or tickets. */
  isAgent: boolean
  open: OpenTicket | undefined
  saved: readonly SavedView[]
  sections: readonly PaletteSection[]
  actions: PaletteActions
  go: Go
}

const ofAgent = ({ open, saved, actions, go }: Known): Command[] => [
  ...(open === undefined ? [] : ofTicket(open)),
  { key: 'next', title: WORK.take_next, hint: PALETTE.action, does: actions.takeNext },
  { key: CALLER, title: PALETTE.caller, hint: PALETTE.action, does: () => undefined },
  ...queueCommands(go),
  ...saved.map(({ id, name, filters }) => ({
    key: `view-${id}`,
    title: name,
    hint: PALETTE.saved,
    does: () => go(queuePath(viewOfFilters(filters))),
  })),
]

/** The commands matching the typed text, except materials, which come from the server. */
export const commandsFor = (typed: string, known: Known): Command[] => {
  const { isAgent, sections, actions, go } = known
  const all: Command[] = [
    ...(isAgent ? ofAgent(known) : []),
    ...sections.map(({ href, title, hint }) => ({ key: href, title, hint, does: () => go(href) })),
    { key: 'keys', title: TICKETS.keys, hint: PALETTE.action, does: actions.keys },
  ]
  return all.filter(({ title, hint = '' }) => fits(`${title} ${hint}`, typed.trim()))
}
