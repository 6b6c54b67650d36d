import { INCIDENT_WORDS_MAX } from '@podmoga/contract/fields/limits'
import type { Incident } from '@podmoga/contract/incidents'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { CameraButton, FileButton } from '@podmoga/ui/file-drop/file-drop'
import { addFiles, DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import type { OutboxItem } from '@podmoga/web/outbox/item'
import { type FormEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { CardWarning } from '../lib/card-warning.tsx'
import { openOutbox } from '../lib/offline/outbox.ts'
import { useScope } from '../lib/scope.tsx'
import type { WordsData } from './incidents.acts.ts'
import { addWords } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

/** Shrinks pictures on the device; without that code they are sent as they are. */
const ready = (files: readonly File[]) =>
  import('../lib/picture/pictures.ts')
    .then(({ readyFiles }) => readyFiles(files))
    .catch(() => ({ files, problem: '' }))

function WordsForm({ incidentId, onEnd }: { incidentId: string; onEnd: () => void }) {
  const scope = useScope()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const add = async (added: readonly File[]) => {
    const taken = await ready(added)
    setFiles((before) => {
      const next = addFiles(before, taken.files, DEFAULT_LIMITS)
      setProblem([taken.problem, next.problem].filter(Boolean).join(' '))
      return next.files
    })
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() === '' && files.length === 0) return setProblem(INCIDENTS.empty)
    addWords(scope, { incidentId, text }, files)
    onEnd()
  }
  return (
    <form className={styles.form} onSubmit={send} noValidate>
      <TextArea
        ref={field}
        label={INCIDENTS.words}
        rows={2}
        maxRows={4}
        maxLength={INCIDENT_WORDS_MAX}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <CardWarning text={text} />
      <div className={styles.line}>
        {files.map((file) => (
          <Button
            key={`${file.name} ${file.size}`}
            size="s"
            variant="secondary"
            aria-label={INCIDENTS.remove(file.name)}
            onClick={() => setFiles((before) => before.filter((one) => one !== file))}
          >
            {file.name} ✕
          </Button>
        ))}
      </div>
      {problem !== '' && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
      <div className={styles.line}>
        <FileButton
          label={INCIDENTS.attach}
          accept={DEFAULT_LIMITS.accept}
          onFiles={(added) => void add(added)}
          onUnfit={setProblem}
        />
        <CameraButton label={INCIDENTS.camera} onFiles={(added) => void add(added)} />
        <Button size="s" type="submit">
          {INCIDENTS.send}
        </Button>
        <Button size="s" variant="ghost" onClick={onEnd}>
          {INCIDENTS.cancel}
        </Button>
      </div>
    </form>
  )
}

/** What this user added to an incident on this device and has not been delivered yet. */
export const useWords = (incidentId: string): OutboxItem[] => {
  const outbox = openOutbox(useScope())
  return useSyncExternalStore(outbox.subscribe, outbox.all, outbox.all).filter(
    ({ kind, state, data }) =>
      kind === 'incident words' && state !== 'sent' && (data as WordsData).incidentId === incidentId,
  )
}

/** A comment and photos beside «И у нас»: the form, and what is being sent. */
export function IncidentWordsPart({ incident: { id, until } }: { incident: Incident }) {
  const outbox = openOutbox(useScope())
  const items = useWords(id)
  const [form, setForm] = useState<'unopened' | 'open' | 'closed'>('unopened')
  const more = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (form === 'closed') more.current?.focus()
  }, [form])
  return (
    <>
      {items.map(({ id: item, state, problem }) => (
        <div key={item} className={styles.line}>
          <span role="status">{INCIDENTS.states[state as keyof typeof INCIDENTS.states]}</span>
          {problem !== null && <FieldError>{problem}</FieldError>}
          {state === 'failed' && (
            <Button size="s" variant="ghost" onClick={() => outbox.remove(item)}>
              {INCIDENTS.drop}
            </Button>
          )}
        </div>
      ))}
      {until === null && form === 'open' && <WordsForm incidentId={id} onEnd={() => setForm('closed')} />}
      {until === null && form !== 'open' && (
        <div className={styles.line}>
          <Button ref={more} className={styles.more} size="s" variant="ghost" onClick={() => setForm('open')}>
            {INCIDENTS.more}
          </Button>
        </div>
      )}
    </>
  )
}
