import { ButtonLink } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { CameraButton, FileButton } from '@podmoga/ui/file-drop/file-drop'
import { pastedFiles } from '@podmoga/ui/file-drop/pasted-files'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { cx } from '@podmoga/ui/lib/cx'
import { useMedia } from '@podmoga/ui/lib/use-media'
import { SendHorizontal } from 'lucide-react'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, type RefObject, useRef } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { useLate } from '../../lib/use-late.ts'
import { DraftFiles } from '../attachments/draft-files.tsx'
import { TICKETS } from '../tickets.texts.ts'
import { CONVERSATION } from './conversation.texts.ts'
import styles from './reply-form.module.css'
import { useTyping } from './typing.ts'
import type { useReply } from './use-reply.ts'

interface ReplyFormProps {
  ticketId: string
  reply: ReturnType<typeof useReply>
  /** The ticket is processed: nothing can be sent, the draft is kept. */
  isClosed: boolean
  fieldRef: RefObject<HTMLTextAreaElement | null>
}

/** Few replies are long enough to contain a card number, so the check is loaded on demand. */
function CardWarning({ text }: { text: string }) {
  const Warning = useLate(() => import('../../lib/card-warning.tsx'), text.length > 12)?.CardWarning
  return Warning === undefined ? null : <Warning text={text} />
}

/** The reply form: text, files and the send button. */
export function ReplyForm({ ticketId, reply, isClosed, fieldRef }: ReplyFormProps) {
  const isTyping = useTyping(ticketId)
  const { restaurantId } = useScope()
  const clip = useRef<HTMLInputElement>(null)
  const unfit = useRef('')
  // Above a phone's keyboard the conversation keeps its height.
  const isLow = useMedia('(max-height: 420px)')
  const isSendable = reply.isSendable && !isClosed
  const send = (event?: FormEvent) => {
    event?.preventDefault()
    if (isSendable) reply.send()
    else if (!isClosed) reply.touch()
    fieldRef.current?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  const onPaste = (event: ClipboardEvent) => {
    const names = reply.files.map((file) => file.name)
    const files = pastedFiles(event.clipboardData, names)
    if (files.length === 0 || isClosed) return
    event.preventDefault()
    reply.addFiles(files)
  }
  return (
    <form className={styles.form} onSubmit={send}>
      {isClosed && (
        <div className={styles.closed}>
          <span>{CONVERSATION.closed}</span>
          <ButtonLink variant="ghost" size="s" href={paths.newTicket(restaurantId)}>
            {TICKETS.create_card}
          </ButtonLink>
        </div>
      )}
      <div className={styles.files}>
        <DraftFiles
          files={reply.files}
          onRemove={reply.removeFile}
          onReplace={reply.replaceFile}
          fallbackRef={clip}
        />
      </div>
      <CardWarning text={reply.text} />
      {reply.note !== null && <p className="t-small t-muted">{reply.note}</p>}
      {reply.fileProblem !== '' && (
        <div role="alert">
          <FieldError>{reply.fileProblem}</FieldError>
        </div>
      )}
      <div className={styles.line}>
        <FileButton
          ref={clip}
          label={TICKETS.attach}
          {...reply.picks}
          onUnfit={(text) => {
            unfit.current = text
            reply.setFileProblem(text)
          }}
          onFiles={(files) => reply.addFiles(files, unfit.current)}
          isDisabled={isClosed}
        />
        <CameraButton
          label={TICKETS.camera}
          onFiles={(files) => reply.addFiles(files)}
          isDisabled={isClosed}
        />
        <TextArea
          ref={fieldRef}
          className={styles.field}
          label={CONVERSATION.reply}
          hideLabel
          placeholder={CONVERSATION.reply_placeholder}
          rows={2}
          maxRows={isLow ? 2 : 6}
          value={reply.text}
          error={isClosed ? undefined : reply.error}
          onChange={(event) => reply.setText(event.target.value)}
          onBlur={reply.touch}
          onKeyDown={onKeyDown}
          onPaste={onPaste}
        />
        <IconButton
          type="submit"
          label={TICKETS.send}
          variant="primary"
          disabled={!isSendable}
          // The field keeps the focus, or a phone would close its keyboard between two messages.
          onPointerDown={(event) => event.preventDefault()}
        >
          <SendHorizontal size={20} aria-hidden />
        </IconButton>
      </div>
      <p className={cx(styles.hint, isTyping && styles.typing)}>
        {isTyping ? CONVERSATION.typing : CONVERSATION.reply_hint}
      </p>
    </form>
  )
}
