import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { isTyping, useHotkeys } from '../../lib/use-hotkeys.ts'
import type { Selection } from '../bulk/use-selection.ts'
import type { TicketActions } from '../palette/palette-items.ts'
import { focusedTicket, type Steps } from './use-steps.ts'

interface Keyed {
  ticketId: string | null
  ticket: DeskTicket | undefined
  acts: TicketActions
  steps: Steps
  selection: Selection
  /** Ids of the tickets that can be picked. */
  ids: readonly string[]
  onKeys: () => void
  /** Opens the caller dialog. */
  onCaller: () => void
  /** Escape in a field, and elsewhere with nothing picked. */
  leaveField: () => void
  leaveTicket: () => void
}

/** The workspace's single-letter hotkeys; Escape works even if they are off. */
export function useWorkspaceKeys(
  { ticketId, ticket, acts, steps, selection, ids, ...section }: Keyed,
  isOn: boolean,
) {
  const pick = (isRange: boolean) => {
    const id = focusedTicket() ?? ticketId
    if (id !== null && ids.includes(id)) selection.toggle(id, isRange)
  }
  const isOpen = ticket?.status !== 'processed' || selection.picked.size > 0
  useHotkeys(
    {
      c: acts.copyLink,
      o: section.onCaller,
      x: () => pick(false),
      'shift+x': () => pick(true),
      a: () => isOpen && acts.pick('assign'),
      h: () => isOpen && acts.pick('snooze'),
      p: () => acts.pick('priority'),
      l: () => acts.pick('tags'),
      t: () => acts.pick('about'),
      m: ({ repeat }) => !repeat && isOpen && acts.assignMe(),
      z: ({ repeat }) => !repeat && acts.undo(),
      bracketleft: () => acts.turnPane('queue'),
      bracketright: () => acts.turnPane('customer'),
      j: () => steps.step(1),
      k: () => steps.step(-1),
      r: acts.reply,
      n: acts.note,
      e: ({ repeat }) => !repeat && acts.close(),
      'shift+e': ({ repeat }) => !repeat && acts.closeAndNext(),
      '?': section.onKeys,
      'shift+slash': section.onKeys,
      escape: () => {
        if (isTyping()) section.leaveField()
        else if (selection.picked.size > 0) selection.clear()
        else section.leaveTicket()
      },
    },
    isOn,
  )
}
