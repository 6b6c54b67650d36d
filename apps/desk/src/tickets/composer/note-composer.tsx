import type { Call } from '@podmoga/contract/client'
import { isBlank } from '@podmoga/contract/fields/fields'
import { Button } from '@podmoga/ui/button/button'
import { FileRows } from '@podmoga/ui/file-row/file-rows'
import { cx } from '@podmoga/ui/lib/cx'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { type Ref, useId, useImperativeHandle, useState } from 'react'
import { agentsQuery } from '../side/work.api.ts'
import { notesQuery, saveNote } from '../team.api.ts'
import { TEAM } from '../team.texts.ts'
import styles from './composer.module.css'
import { COMPOSER } from './composer.texts.ts'
import type { ComposerHandle } from './composer.tsx'
import { ComposerBar } from './composer-bar.tsx'
import { askedAfter } from './placeholders.ts'
import { useSuggestions } from './suggestions.tsx'
import { useWriting } from './use-writing.ts'
import { WritingArea } from './writing-area.tsx'

interface NoteComposerProps {
  call: Call
  person: string
  ticketId: string
  ref?: Ref<ComposerHandle>
}

const MOST_SHOWN = 6

/** The note composer; its draft is separate from the reply's. */
export function NoteComposer({ call, person, ticketId, ref }: NoteComposerProps) {
  const writing = useWriting(person, `note-${ticketId}`)
  const { draft, setProblem, area, picker, isEmpty, tooLong, add } = writing
  const { data: agents } = useQuery(agentsQuery(call))
  const { run, isPending } = useSubmit({
    refreshes: [notesQuery(call, ticketId).queryKey],
    failed: COMPOSER.note_failed,
  })
  const [asked, setAsked] = useState<string | null>(null)
  const id = useId()
  const { text, files } = draft

  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    addFiles: add,
    giveBack: () => undefined,
    putCanned: () => undefined,
    insert: (words) => draft.setText(isBlank(text) ? words : `${text}\n${words}`),
  }))

  const wanted = asked?.toLowerCase() ?? null
  const suggested =
    wanted === null
      ? null
      : (agents ?? []).filter(({ name }) => name.toLowerCase().startsWith(wanted)).slice(0, MOST_SHOWN)
  const suggestions = useSuggestions({
    label: COMPOSER.colleagues,
    items: suggested?.map(({ id: agent, name }) => ({ key: agent, title: name })) ?? null,
    onPick: (agent) => {
      const name = agents?.find((one) => one.id === agent)?.name ?? ''
      const caret = area.current?.selectionStart ?? text.length
      const before = text.slice(0, caret - (asked?.length ?? 0))
      draft.setText(`${before}${name} ${text.slice(caret)}`)
      setAsked(null)
    },
    onLeave: () => setAsked(null),
  })
  const save = async () => {
    if (isEmpty || tooLong || !draft.isRead) return area.current?.focus()
    setProblem('')
    const called = (agents ?? []).filter(({ name }) => text.toLowerCase().includes(`@${name.toLowerCase()}`))
    const mentions = called.map((one) => one.id)
    const work = async (key: string) => {
      await saveNote(call, { ticketId, text, mentions, files, key })
      draft.letGo(text, files)
      announce(COMPOSER.note_saved)
    }
    await run(work, { of: [text, ...files], onRefused: (_, words) => setProblem(words) })
    area.current?.focus()
  }
  return (
    <div className={cx(styles.composer, styles.note)}>
      <FileRows
        files={files.map((file, at) => ({ key: `${id}-${at}-${file.name}`, file }))}
        onRemove={(gone) => draft.setFiles(files.filter((file, at) => `${id}-${at}-${file.name}` !== gone))}
        fallbackRef={picker}
      />
      <WritingArea
        of={writing}
        label={TEAM.note}
        placeholder={COMPOSER.note_placeholder}
        suggestions={suggestions}
        onText={(written, caret) => setAsked(askedAfter(written, caret, '@'))}
        onSend={() => void save()}
      />
      <ComposerBar of={writing}>
        <p className={styles.hint}>
          <span className={styles.keys}>{COMPOSER.note_hint}</span>
        </p>
        <Button
          size="s"
          disabled={isEmpty || tooLong}
          isPending={isPending}
          icon={<NotebookPen size={18} aria-hidden />}
          onClick={() => void save()}
        >
          {COMPOSER.save_note}
        </Button>
      </ComposerBar>
    </div>
  )
}
