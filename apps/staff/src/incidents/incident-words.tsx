import { INCIDENT_WORDS_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { CameraButton, FileButton } from '@podmoga/ui/file-drop/file-drop'
import { addFiles, DEFAULT_LIMITS } from '@podmoga/web/files/add-files'
import { type FormEvent, useState, useSyncExternalStore } from 'react'
import { CardWarning } from '../lib/card-warning.tsx'
import { openOutbox } from '../lib/offline/outbox.ts'
import { useScope } from '../lib/scope.tsx'
import type { WordsData } from './incidents.acts.ts'
import { addWords } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

const isPicture = (file: File): boolean => /\.(jpe?g|png|hei[cf])$/i.test(file.name)

/** Pictures shrunk on this device; without the code that does so they go as they are. */
const ready = (files: readonly File[]): Promise<readonly File[]> =>
  import('../lib/picture/pictures.ts')
    .then(async ({ readyFiles }) => (await readyFiles(files, isPicture)).files)
    .catch(() => files)

function WordsForm({ incidentId, onEnd }: { incidentId: string; onEnd: () => void }) {
  const scope = useScope()
  const [text, setText] = useState('')
  const [files, setFiles] = useState<readonly File[]>([])
  const [problem, setProblem] = useState('')
  const add = async (added: readonly File[]) => {
    const taken = await ready(added)
    setFiles((before) => {
      const next = addFiles(before, taken, DEFAULT_LIMITS)
      setProblem(next.problem)
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

/** A word and a photo beside «И у нас»: the form, and what is on its way. */
export function IncidentWordsPart({ incidentId }: { incidentId: string }) {
  const outbox = openOutbox(useScope())
  const items = useSyncExternalStore(outbox.subscribe, outbox.all, outbox.all).filter(
    ({ kind, data }) => kind === 'incident words' && (data as WordsData).incidentId === incidentId,
  )
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {items.map(({ id, state, problem }) =>
        state === 'sent' ? null : (
          <div key={id} className={styles.line}>
            <span role="status">{INCIDENTS.states[state]}</span>
            {problem !== null && <FieldError>{problem}</FieldError>}
            {state === 'failed' && (
              <Button size="s" variant="ghost" onClick={() => outbox.remove(id)}>
                {INCIDENTS.drop}
              </Button>
            )}
          </div>
        ),
      )}
      {isOpen ? (
        <WordsForm incidentId={incidentId} onEnd={() => setOpen(false)} />
      ) : (
        <div className={styles.line}>
          <Button size="s" variant="ghost" onClick={() => setOpen(true)}>
            {INCIDENTS.more}
          </Button>
        </div>
      )}
    </>
  )
}
