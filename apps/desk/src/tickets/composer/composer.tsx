import type { Call } from '@podmoga/contract/client'
import type { CannedReply } from '@podmoga/contract/desk/canned'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { isBlank } from '@podmoga/contract/fields/fields'
import { Button } from '@podmoga/ui/button/button'
import { pastedFiles } from '@podmoga/ui/file-drop/pasted-files'
import { FileRows } from '@podmoga/ui/file-row/file-rows'
import { withFiles } from '@podmoga/web/files/add-files'
import { Check, SendHorizontal, TextQuote, Zap } from 'lucide-react'
import {
  type ClipboardEvent,
  lazy,
  type Ref,
  Suspense,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
} from 'react'
import { arrivals } from '../queue/arrivals.ts'
import { ArrivalsLine } from '../queue/arrivals-line.tsx'
import { TEAM } from '../team.texts.ts'
import { AnsweredLine } from './answered-line.tsx'
import styles from './composer.module.css'
import { COMPOSER } from './composer.texts.ts'
import { ComposerBar } from './composer-bar.tsx'
import { useDraftGuard } from './draft-guard.ts'
import type { Reply } from './outbox.kinds.ts'
import { fillIn } from './placeholders.ts'
import { SendWayMenu } from './send-way.tsx'
import { useCanned } from './use-canned.ts'
import { type Sending, useReplySend } from './use-reply-send.ts'
import { useWriting } from './use-writing.ts'
import { WritingArea } from './writing-area.tsx'

const PastAnswers = lazy(() =>
  import('./past-answers.tsx').then(
    (module) => ({ default: module.PastAnswers }),
    // Optional: the composer works without it.
    () => ({ default: () => null }),
  ),
)

export interface ComposerHandle {
  focus: () => void
  addFiles: (files: File[]) => void
  /** Restores an unsent reply, before the current text. */
  giveBack: (reply: Reply) => void
  /** Appends text. */
  insert: (words: string) => void
  /** Inserts a canned reply. */
  putCanned: (canned: CannedReply) => void
}

export interface ComposerProps {
  call: Call
  person: string
  ticketId: string
  /** Source of the placeholders of canned replies. */
  ticket: DeskTicket | undefined
  /** Resolves to whether the reply is stored on disk. */
  onSend: (reply: Reply) => Promise<boolean>
  /** Called on every change with whether there is any text. */
  onText: (isThere: boolean) => void
  /** Opens the canned replies dialog. */
  onCanned: () => void
  /** Opens the macros dialog. */
  onMacros: () => void
  /** Opens the next ticket. */
  onNext: () => void
  ref?: Ref<ComposerHandle>
}

interface SendButtonsProps {
  of: Sending
  isOff: boolean
}

/** «Отправить» with or without closing the ticket, and the choice of what to open next. */
function SendButtons({ of: { way, setWay, send, wish }, isOff }: SendButtonsProps) {
  return (
    <>
      <Button
        size="s"
        variant="secondary"
        disabled={isOff}
        isPending={wish?.close === true}
        onClick={() => send(true)}
      >
        <span>
          <span className="spare">{COMPOSER.send} </span>
          {COMPOSER.and_close}
        </span>
      </Button>
      <Button
        size="s"
        disabled={isOff}
        isPending={wish?.close === false}
        icon={<SendHorizontal size={18} aria-hidden />}
        onClick={() => send(false)}
      >
        {way === 'next' ? COMPOSER.send_next : COMPOSER.send}
      </Button>
      <span className={styles.way}>
        <SendWayMenu way={way} onChoose={setWay} />
      </span>
    </>
  )
}

/** Reports text that was restored, inserted or cleared by sending; reports none on unmount (e.g. a switch to notes). */
const useReportText = (isEmpty: boolean, onText: ComposerProps['onText']): void =>
  useEffect(() => {
    onText(!isEmpty)
    return () => onText(false)
  }, [isEmpty, onText])

/** Hint: the send keys, or that the draft is kept. */
function Hint({ isKept }: { isKept: boolean }) {
  return (
    <p className={styles.hint}>
      {isKept ? (
        <>
          <Check size={15} aria-hidden />
          <span className={styles.word}>{COMPOSER.draft_kept}</span>
        </>
      ) : (
        <span className={styles.keys}>{COMPOSER.hint}</span>
      )}
    </p>
  )
}

/** Past answers, shown while the field is empty. */
function Past({
  ticket,
  insert,
  ...of
}: Pick<ComposerProps, 'call' | 'ticketId' | 'ticket'> & { insert: (words: string) => void }) {
  return (
    <Suspense>
      <PastAnswers {...of} onPick={(words) => insert(fillIn(words, ticket))} />
    </Suspense>
  )
}

/** The reply composer. Remount it for another ticket. */
export function Composer({ call, person, ticketId, ticket, ref, ...does }: ComposerProps) {
  const { onSend, onText, onCanned, onMacros, onNext } = does
  const writing = useWriting(person, ticketId)
  const { draft, setProblem, area, picker, isEmpty, tooLong, add } = writing
  const keys = useRef(new Map<File, string>())
  const id = useId()
  const { text, files } = draft

  useReportText(isEmpty, onText)
  const guard = useDraftGuard(call, person, ticketId, isEmpty)
  const anyway = useRef<HTMLButtonElement>(null)
  const number = ticket?.number
  const sending = useReplySend({ person, ticketId, number, writing, guard, anyway, onSend, onNext })
  const canned = useCanned({
    call,
    ticket,
    text,
    setText: draft.setText,
    area,
    bring: (name, load) => void arrivals.bring(person, ticketId, name, load),
  })
  const insert = (words: string) => {
    draft.setText(isBlank(text) ? words : `${text.trimEnd()}\n\n${words}`)
    area.current?.focus()
  }
  useImperativeHandle(ref, () => ({
    focus: () => area.current?.focus(),
    addFiles: add,
    giveBack: (reply) => {
      draft.setText([reply.text, text].filter((part) => !isBlank(part)).join('\n\n'))
      if (reply.files.length > 0) draft.setFiles(withFiles(reply.files, draft.filesNow()))
      area.current?.focus()
    },
    insert,
    putCanned: canned.put,
  }))
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
      <AnsweredLine of={guard} writing={writing} anyway={anyway} onAnyway={() => sending.send(false, true)} />
      {isEmpty && <Past call={call} ticketId={ticketId} ticket={ticket} insert={insert} />}
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
        label={COMPOSER.reply}
        placeholder={COMPOSER.reply_placeholder}
        suggestions={canned.suggestions}
        onText={(written, caret) => {
          canned.look(written, caret)
          setProblem('')
          onText(!isBlank(written))
        }}
        onSend={() => sending.send(false)}
        onPaste={onPaste}
      />
      <ArrivalsLine
        coming={sending.coming}
        isWaiting={sending.wish !== null}
        onSkip={() => arrivals.drop(person, ticketId)}
      />
      <ComposerBar of={writing}>
        <Button size="s" variant="ghost" icon={<TextQuote size={18} aria-hidden />} onClick={onCanned}>
          <span className="spare">{TEAM.canned}</span>
        </Button>
        <Button size="s" variant="ghost" icon={<Zap size={18} aria-hidden />} onClick={onMacros}>
          <span className={styles.word}>{TEAM.macro}</span>
        </Button>
        <Hint isKept={draft.isSaved && !isEmpty} />
        <SendButtons of={sending} isOff={isEmpty || tooLong} />
      </ComposerBar>
    </div>
  )
}
