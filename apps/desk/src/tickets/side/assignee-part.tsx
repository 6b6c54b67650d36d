import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { Button } from '@podmoga/ui/button/button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { Hand } from 'lucide-react'
import { useState } from 'react'
import type { Work } from './use-work.ts'
import { WORK } from './work.texts.ts'

const HandOverDialog = lazyPart(() =>
  import('./hand-over-dialog.tsx').then((module) => module.HandOverDialog),
)

interface AssigneeProps {
  call: Call
  ticket: DeskTicket
  /** The person's id. */
  me: string
  work: Work
}

/** The assignee of an open ticket, and handing it over. An open hand-over dialog survives the ticket's closing. */
export function AssigneePart({ call, ticket, me, work }: AssigneeProps) {
  const [isHandingOver, setHandingOver] = useState(false)
  const { assignee } = ticket
  const layDown = () =>
    void work
      .give(ticket, { assignee: null })
      .catch((error: unknown) => toast.danger({ title: WORK.assign_failed, text: explain(error) }))
  return (
    <>
      {ticket.status === 'processed' ? null : assignee === null ? (
        <Button
          size="s"
          variant="secondary"
          icon={<Hand size={18} aria-hidden />}
          onClick={() => void work.assignMe(ticket, me)}
        >
          <span className="spare">{WORK.assign_me}</span>
        </Button>
      ) : (
        <MenuButton
          variant="outline"
          label={WORK.assignee_is(assignee.name)}
          trigger={assignee.name}
          menuLabel={WORK.assignee}
          entries={[
            ...(assignee.id === me
              ? []
              : [{ key: 'me', label: WORK.assign_me, onAction: () => void work.assignMe(ticket, me) }]),
            { key: 'over', label: WORK.hand_over, onAction: () => setHandingOver(true) },
            { key: 'down', label: WORK.lay_down, onAction: layDown },
          ]}
        />
      )}
      {isHandingOver && (
        <HandOverDialog call={call} ticket={ticket} work={work} onClose={() => setHandingOver(false)} />
      )}
    </>
  )
}
