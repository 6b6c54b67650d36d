import type { Call } from '@podmoga/contract/client'
import type { CannedReply } from '@podmoga/contract/desk/canned'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { isBlank } from '@podmoga/contract/fields'
import { Button } from '@podmoga/ui/button/button'
import { pastedFiles } from '@podmoga/ui/file-drop/pasted-files'
import { FileRows } from '@podmoga/ui/file-row/file-rows'
import { withFiles } from '@podmoga/web/files/with-files'
import { Check, SendHorizontal, TextQuote } from 'lucide-react'
import { type ClipboardEvent, type Ref, useId, useImperativeHandle, useRef } from 'react'
import { arrivals } from './arrivals.ts'
import { ArrivalsLine } from './arrivals-line.tsx'
import styles from './composer.module.css'
import { ComposerBar } from './composer-bar.tsx'
import type { Reply } from './dispatch.ts'
import { unfilled } from './placeholders.ts'
import { SendWayMenu, useSendWay } from './send-way.tsx'
import { TEAM } from './team.texts.ts'
import { TICKETS } from './tickets.texts.ts'
import { useArrivals } from './use-arrivals.ts'
import { useCanned } from './use-canned.ts'
import { usePatientSend } from './use-patient-send.ts'
import { useWriting } from './use-writing.ts'
import { WritingArea } from './writing-area.tsx'

export interface ComposerHandle {
  focus: () => void
  addFiles: (files: File[]) => void
  /** Puts an unsent reply back, before what is being written. */
  giveBack: (reply: Reply) => void
  /** Puts words after what is being written. */
  insert: (words: string) => void
  /** Puts a canned reply in. */
  putCanned: (canned: CannedReply) => void
}

export interface ComposerProps {
  call: Call
  person: string
  ticketId: string
  /** What canned replies are filled in from. */
  ticket: DeskTicket | undefined
  onSend: (reply: Reply) => void
  onTyping: () => void
  /** All canned replies are wanted. */
  onCanned: () => void
  /** Goes on to the next ticket. */
  onNext: () => void
  ref?: Ref<ComposerHandle>
}

/** Where a reply is written. Mount it anew for another ticket. */
export function Composer({ call, person, ticketId, ticket, ref, ...does }: ComposerProps) {
  const { onSend, onTyping, onCanned, onNext } = does
  const writing = useWriting(person, ticketId)
  const { draft, setProblem, area, picker, isEmpty, tooLong, add, receive, sayMore } = writing
  const [way, setWay] = useSendWay()
  const keys = useRef(new Map<File, string>())
  const id = useId()
  const { text, files } = draft

  const coming = useArrivals(person, ticketId, {
    onFile: (file) => {
      if (!receive(file)) patient.giveUp()
    },
    onLost: (name) => {
      sayMore(TEAM.canned_file_lost(name))
      patient.giveUp()
    },
  })
  const canned = useCanned({
    call,
    ticket,
    text,
    setText: draft.setText,
    area,
    bring: (name, load) => void arrivals.bring(person, ticketId, name, load),
  })
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    addFiles: add,
    giveBack: (reply) => {
      draft.setText([reply.text, text].filter((part) => !isBlank(part)).join('\n\n'))
      if (reply.files.length > 0) draft.setFiles(withFiles(reply.files, draft.filesNow()))
      area.current?.focus()
    },
    insert: (words) => {
      draft.setText(isBlank(text) ? words : `${text.trimEnd()}\n\n${words}`)
      area.current?.focus()
    },
    putCanned: canned.put,
  }))
  const send = (close: boolean) => {
    if (isEmpty) {
      if (files.length > 0) setProblem(TICKETS.text_for_files)
      area.current?.focus()
      return
    }
    if (tooLong) return
    const open = unfilled(text)
    if (open.length > 0) {
      setProblem(TEAM.fill(open.join(', ')))
      const at = text.indexOf(open[0] ?? '')
      area.current?.focus()
      area.current?.setSelectionRange(at, at + (open[0]?.length ?? 0))
      return
    }
    if (!isWhole) return patient.wait(close)
    onSend({ ticket_id: ticketId, text, files: [...files], close })
    draft.clear()
    setProblem('')
    if (way === 'next') onNext()
    else area.current?.focus()
  }
  const isWhole = draft.isRead && coming.length === 0
  const patient = usePatientSend({ text, isWhole, send, number: ticket?.number })
  const onPaste = (event: ClipboardEvent) => {
    const pasted = pastedFiles(
      event.clipboardData,
      files.map(({ name }) => name),
    )
    if (pasted.length === 0) return
    event.preventDefault()
    add(pasted)
  }
  const keyOf = (file: File): string => {
    const key = keys.current.get(file) ?? `${id}-${keys.current.size}`
    keys.current.set(file, key)
    return key
  }
  return (
    <div className={styles.composer}>
      <FileRows
        files={files.map((file) => ({ key: keyOf(file), file }))}
        onRemove={(key) => {
          setProblem('')
          draft.setFiles(files.filter((file) => keyOf(file) !== key))
        }}
        fallbackRef={picker}
      />
      <WritingArea
        of={writing}
        label={TICKETS.reply}
        placeholder={TICKETS.reply_placeholder}
        suggestions={canned.suggestions}
        onText={(written, caret) => {
          canned.look(written, caret)
          setProblem('')
          onTyping()
        }}
        onSend={() => send(false)}
        onPaste={onPaste}
      />
      <ArrivalsLine
        coming={coming}
        isWaiting={patient.wish !== null}
        onSkip={() => arrivals.drop(person, ticketId)}
      />
      <ComposerBar of={writing}>
        <Button size="s" variant="ghost" icon={<TextQuote size={18} aria-hidden />} onClick={onCanned}>
          <span className="spare">{TEAM.canned}</span>
        </Button>
        <p className={styles.hint}>
          {draft.isSaved && !isEmpty ? (
            <>
              <Check size={15} aria-hidden />
              {TICKETS.draft_kept}
            </>
          ) : (
            <span className={styles.keys}>{TICKETS.hint}</span>
          )}
        </p>
        <Button
          size="s"
          variant="secondary"
          disabled={isEmpty || tooLong}
          isPending={patient.wish?.close === true}
          onClick={() => send(true)}
        >
          <span>
            <span className="spare">{TICKETS.send} </span>
            {TICKETS.and_close}
          </span>
        </Button>
        <Button
          size="s"
          disabled={isEmpty || tooLong}
          isPending={patient.wish?.close === false}
          icon={<SendHorizontal size={18} aria-hidden />}
          onClick={() => send(false)}
        >
          {way === 'next' ? TICKETS.send_next : TICKETS.send}
        </Button>
        <span className={styles.way}>
          <SendWayMenu way={way} onChoose={setWay} />
        </span>
      </ComposerBar>
    </div>
  )
}
