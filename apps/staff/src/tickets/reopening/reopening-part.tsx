import { MESSAGE_MAX } from '@podmoga/contract/fields/limits'
import { UNSOLVED } from '@podmoga/contract/tickets/reopening'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { CameraButton, FileButton } from '@podmoga/ui/file-drop/file-drop'
import { type FormEvent, useRef } from 'react'
import { useParams } from 'react-router'
import { CardWarning } from '../../lib/card-warning.tsx'
import { DraftFiles } from '../attachments/draft-files.tsx'
import { TICKETS } from '../tickets.texts.ts'
import styles from './reopening.module.css'
import { REOPENING } from './reopening.texts.ts'
import { type OutgoingReopening, useReopening } from './use-reopening.ts'

type Reopening = ReturnType<typeof useReopening>

function ReopeningForm({ of, onCancel }: { of: Reopening; onCancel: () => void }) {
  const { text, error, files, chosen, picks } = of
  const field = useRef<HTMLTextAreaElement>(null)
  const clip = useRef<HTMLInputElement>(null)
  const unfit = useRef('')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (!of.send()) field.current?.focus()
  }
  return (
    <form className={styles.part} aria-label={UNSOLVED} onSubmit={send} noValidate>
      <TextArea
        ref={field}
        // The button opens the form, so the field takes the focus.
        autoFocus={text === ''}
        label={REOPENING.label}
        hint={REOPENING.hint}
        rows={2}
        maxRows={4}
        maxLength={MESSAGE_MAX}
        value={text}
        error={error}
        onChange={({ target }) => of.setText(target.value)}
      />
      <CardWarning text={text} />
      <DraftFiles files={chosen} onRemove={files.remove} onReplace={files.replace} fallbackRef={clip} />
      {files.note !== null && <p className="t-small t-muted">{files.note}</p>}
      {files.problem !== '' && (
        <div role="alert">
          <FieldError>{files.problem}</FieldError>
        </div>
      )}
      <div className={styles.line}>
        <FileButton
          ref={clip}
          label={TICKETS.attach}
          {...picks}
          onUnfit={(words) => {
            unfit.current = words
            files.setProblem(words)
          }}
          onFiles={(added) => files.add(added, unfit.current)}
        />
        <CameraButton label={TICKETS.camera} onFiles={(added) => files.add(added)} />
        <Button type="submit">{REOPENING.send}</Button>
        <Button variant="ghost" onClick={onCancel}>
          {REOPENING.cancel}
        </Button>
      </div>
    </form>
  )
}

function Unsent({ item, of }: { item: OutgoingReopening; of: Reopening }) {
  const { id, state, problem, data, files } = item
  if (state === 'sent') return null
  return (
    <article className={styles.part} aria-label={UNSOLVED}>
      <p role="status">{REOPENING.states[state]}</p>
      {problem !== null && <FieldError>{problem}</FieldError>}
      <p className={styles.words}>{data.text}</p>
      {files.length > 0 && <p className="t-small t-muted">{REOPENING.attached(files.length)}</p>}
      {state !== 'sending' && (
        <div className={styles.line}>
          {of.isClosed ? (
            <Button size="s" variant="secondary" onClick={() => void of.takeBack(item)}>
              {REOPENING.back_to_form}
            </Button>
          ) : (
            <Button size="s" variant="secondary" onClick={() => void of.asReply(item)}>
              {REOPENING.as_reply}
            </Button>
          )}
          {state === 'failed' && (
            <Button size="s" variant="ghost" onClick={() => of.remove(id)}>
              {REOPENING.remove}
            </Button>
          )}
        </div>
      )}
    </article>
  )
}

/** Under a conversation: the button of a processed ticket, its form, and the unsent message. */
export function ReopeningPart() {
  const { ticketId = '' } = useParams()
  const of = useReopening(ticketId)
  const button = useRef<HTMLButtonElement>(null)
  const cancel = () => {
    of.setOpen(false)
    requestAnimationFrame(() => button.current?.focus())
  }
  return (
    <>
      {of.items.map((item) => (
        <Unsent key={item.id} item={item} of={of} />
      ))}
      {of.mayBegin && of.isOpen && <ReopeningForm of={of} onCancel={cancel} />}
      {of.mayBegin && !of.isOpen && (
        <div className={styles.part}>
          <Button
            ref={button}
            size="s"
            variant="secondary"
            className={styles.button}
            onClick={() => of.setOpen(true)}
          >
            {UNSOLVED}
          </Button>
        </div>
      )}
    </>
  )
}
