import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useActs } from '../acts/use-acts.ts'
import type { Work } from '../side/use-work.ts'
import { WORK } from '../side/work.texts.ts'
import { TICKETS_SHOWN } from '../tickets.api.ts'
import type { TicketMutations } from '../use-ticket-mutations.ts'
import { doing } from '../workspace/last-undo.ts'
import type { Picked } from './picks.ts'

interface ChooseNeeds {
  me: string
  work: Work
  mutations: TicketMutations
}

/** Loads the code that maps a choice to actions; needed only once a picker is open. */
export const loadPickedActs = () => import('./picked-acts.ts')

/** Performs what was chosen for a ticket, and offers undo. */
export function useChoose({ me, work, mutations }: ChooseNeeds) {
  const perform = useActs()
  const { run } = useSubmit({
    refreshes: [TICKETS_SHOWN],
    refreshesAlways: true,
    toast: WORK.edit_failed,
    isPerName: true,
  })
  return (ticket: DeskTicket, picked: Picked): void => {
    const { id: ticket_id, number, assignee: was } = ticket
    // Offer undo as soon as the action is done, before the lists are refetched.
    const offer = (name: string, back: () => Promise<unknown>) =>
      mutations.note({ to: 'changed', ticket_id, number, name, back })
    if (picked.do === 'assign') {
      const { assignee } = picked
      if ((was?.id ?? null) === assignee) return
      const toast = WORK.assign_failed
      const back = () => {
        const now = assignee === null ? null : { id: assignee, name: '' }
        return run(() => work.give({ ...ticket, assignee: now }, { assignee: was?.id ?? null }), {
          name: 'undo',
          toast,
        })
      }
      const name = assignee === null ? WORK.lay_down : assignee === me ? WORK.assigned_me : WORK.given
      const give = () => doing(work.give(ticket, { assignee }).then(() => offer(name, back)))
      void run(give, { name: 'assign', toast })
      return
    }
    const { do: name } = picked
    const change = async () => {
      const choice = (await loadPickedActs()).pickedActsOf(ticket, picked)
      if (choice === null) return
      const { act, back } = choice
      await perform(act)
      offer(act.name, () => run(() => perform(back), { name: 'undo' }))
    }
    void run(() => doing(change()), { name })
  }
}
