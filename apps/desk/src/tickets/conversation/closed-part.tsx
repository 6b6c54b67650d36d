import type { Call } from '@podmoga/contract/client'
import { Button } from '@podmoga/ui/button/button'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Lock, NotebookPen, RotateCcw } from 'lucide-react'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { ComposerHandle } from '../composer/composer.tsx'
import type { ComposerPaneHandle } from '../composer/composer-pane.tsx'
import { drafts } from '../composer/drafts.ts'
import { TEAM } from '../team.texts.ts'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './ticket-pane.module.css'

const NoteComposer = lazyPart(
  () => import('../composer/note-composer.tsx').then((module) => module.NoteComposer),
  {
    inPlace: true,
  },
)

interface ClosedPartProps {
  call: Call
  person: string
  ticketId: string
  isChanging: boolean
  onReopen: () => void
  ref: Ref<ComposerPaneHandle>
}

/** Replaces the composer of a closed ticket: reopen it, or write a note for colleagues. */
export function ClosedPart({ call, person, ticketId, isChanging, onReopen, ref }: ClosedPartProps) {
  // A note begun before the ticket was closed stays visible.
  const [isNoting, setNoting] = useState(() => drafts.text(person, `note-${ticketId}`) !== '')
  const inner = useRef<ComposerHandle>(null)
  const isWanted = useRef(false)
  const write = () => {
    isWanted.current = inner.current === null
    inner.current?.focus()
    setNoting(true)
  }
  useImperativeHandle(ref, () => ({
    focus: () => inner.current?.focus(),
    addFiles: (files) => inner.current?.addFiles(files),
    insert: (words) => inner.current?.insert(words),
    putCanned: () => undefined,
    giveBack: () => undefined,
    write: (mode) => mode === 'note' && write(),
  }))
  const attach = (handle: ComposerHandle | null) => {
    inner.current = handle
    if (handle !== null && isWanted.current) {
      isWanted.current = false
      handle.focus()
    }
  }
  return (
    <>
      <p className={styles.closed}>
        <Lock size={18} aria-hidden />
        <span>{CONVERSATION.closed_hint}</span>
        <Button
          size="s"
          variant="ghost"
          isPending={isChanging}
          icon={<RotateCcw size={18} aria-hidden />}
          onClick={onReopen}
        >
          {TICKETS.reopen}
        </Button>
        {!isNoting && (
          <Button size="s" variant="ghost" icon={<NotebookPen size={18} aria-hidden />} onClick={write}>
            {TEAM.note}
          </Button>
        )}
      </p>
      {isNoting && <NoteComposer ref={attach} call={call} person={person} ticketId={ticketId} />}
    </>
  )
}
