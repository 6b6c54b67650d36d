import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { TEAM } from '../team.texts.ts'
import styles from './composer.module.css'
import { Composer, type ComposerHandle, type ComposerProps } from './composer.tsx'
import { drafts } from './drafts.ts'

const NoteComposer = lazyPart(() => import('./note-composer.tsx').then((module) => module.NoteComposer), {
  inPlace: true,
})

type Mode = 'reply' | 'note'
const TABS = [
  { key: 'reply', label: TEAM.reply },
  { key: 'note', label: TEAM.note },
] as const

export interface ComposerPaneHandle extends ComposerHandle {
  /** Switches to the reply or the note and focuses its field. */
  write: (mode: Mode) => void
}

interface ComposerPaneProps extends Omit<ComposerProps, 'ref'> {
  ref: Ref<ComposerPaneHandle>
}

/** A reply to the customer or a note for colleagues, each with its own draft. */
export function ComposerPane({ call, person, ticketId, ticket, ref, ...does }: ComposerPaneProps) {
  const { onSend, onText, onCanned, onMacros, onNext } = does
  const [mode, setMode] = useState<Mode>(() =>
    drafts.text(person, ticketId) === '' && drafts.text(person, `note-${ticketId}`) !== '' ? 'note' : 'reply',
  )
  const inner = useRef<ComposerHandle>(null)
  const isWanted = useRef(false)
  const attach = (handle: ComposerHandle | null) => {
    inner.current = handle
    if (handle !== null && isWanted.current) {
      isWanted.current = false
      handle.focus()
    }
  }
  useImperativeHandle(ref, () => ({
    focus: () => inner.current?.focus(),
    addFiles: (files) => inner.current?.addFiles(files),
    insert: (words) => inner.current?.insert(words),
    putCanned: (canned) => inner.current?.putCanned(canned),
    giveBack: (reply) => {
      if (mode === 'reply') return inner.current?.giveBack(reply)
      drafts.keepText(
        person,
        ticketId,
        [reply.text, drafts.text(person, ticketId)].filter(Boolean).join('\n\n'),
      )
      // The field reads the draft when it mounts, so store the restored files first.
      void drafts.addFiles(person, ticketId, reply.files).then(() => setMode('reply'))
    },
    write: (wanted) => {
      if (wanted === mode) return inner.current?.focus()
      isWanted.current = true
      setMode(wanted)
    },
  }))
  return (
    <Tabs label={TEAM.composer} tabs={TABS} selected={mode} onSelect={setMode} className={styles.modes ?? ''}>
      {mode === 'reply' ? (
        <Composer
          ref={attach}
          call={call}
          person={person}
          ticketId={ticketId}
          ticket={ticket}
          onSend={onSend}
          onText={onText}
          onCanned={onCanned}
          onMacros={onMacros}
          onNext={onNext}
        />
      ) : (
        <NoteComposer ref={attach} call={call} person={person} ticketId={ticketId} />
      )}
    </Tabs>
  )
}
