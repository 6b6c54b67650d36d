import type { Call } from '@podmoga/contract/client'
import { addCanned, type CannedReply } from '@podmoga/contract/desk/canned'
import { FILE_EXTENSIONS } from '@podmoga/contract/fields/limits'
import { uuid } from '@podmoga/contract/fields/uuid'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { FileButton } from '@podmoga/ui/file-drop/file-drop'
import { FileRows } from '@podmoga/ui/file-row/file-rows'
import { isRefusal } from '@podmoga/web/explain'
import { addFiles } from '@podmoga/web/files/add-files'
import { NotDone } from '@podmoga/web/submit/submit'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useForm } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import styles from '../side/side.module.css'
import { WORK } from '../side/work.texts.ts'
import {
  type CannedDraft,
  cannedQuery,
  dropCanned,
  dropCannedFile,
  keepCanned,
  keepCannedFiles,
} from '../team.api.ts'
import { CANNED } from './canned.texts.ts'

interface CannedDialogProps {
  call: Call
  onPick: (canned: CannedReply) => void
  onClose: () => void
}

interface FormProps {
  call: Call
  canned: CannedReply | null
  onDone: () => void
}

const EMPTY: CannedDraft = { title: '', text: '', is_shared: false }
const draftOf = ({ title, text, is_shared }: CannedDraft): CannedDraft => ({ title, text, is_shared })

interface KeptFilesProps {
  files: CannedReply['files']
  /** Ids of files to be removed on save. */
  going: readonly string[]
  onToggle: (fileId: string) => void
}

/** The saved files of a canned reply. */
function KeptFiles({ files, going, onToggle }: KeptFilesProps) {
  return (
    <ul className={styles.lines}>
      {files.map(({ id, file_name, file_url }) => (
        <li key={id} className={styles.line}>
          <p>
            <a href={file_url} target="_blank" rel="noopener noreferrer">
              {file_name}
            </a>{' '}
            {going.includes(id) && <span className={styles.small}>{CANNED.canned_going}</span>}
          </p>
          <div className={styles.ways}>
            <Button
              size="s"
              variant="ghost"
              aria-label={CANNED[going.includes(id) ? 'canned_bring_file' : 'canned_remove_file'](file_name)}
              onClick={() => onToggle(id)}
            >
              {going.includes(id) ? CANNED.canned_bring : CANNED.canned_delete}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  )
}

function CannedForm({ call, canned, onDone }: FormProps) {
  const { form, values, set, bind, submit } = useForm(
    addCanned.body,
    canned === null ? EMPTY : draftOf(canned),
  )
  // A colleague's concurrent change is reported once; a second save overwrites it.
  const was = useRef(canned === null ? undefined : draftOf(canned))
  // Error of the chosen files; errors of the request are shown by the submit.
  const [unfit, setUnfit] = useState('')
  const { run, isPending, problem } = useSubmit({
    refreshes: [cannedQuery(call).queryKey],
    failed: CANNED.canned_failed,
  })
  const [id, setId] = useState(canned?.id ?? null)
  const [kept, setKept] = useState(canned?.files ?? [])
  const [going, setGoing] = useState<readonly string[]>([])
  const [files, setFiles] = useState<{ key: string; file: File }[]>([])
  const upload = useRef(uuid())
  const picker = useRef<HTMLInputElement>(null)
  const choose = (next: typeof files) => {
    setFiles(next)
    upload.current = uuid()
  }
  const add = (added: readonly File[]) => {
    const all = addFiles(
      files.map(({ file }) => file),
      added,
    )
    choose(all.files.map((file) => files.find((one) => one.file === file) ?? { key: uuid(), file }))
    setUnfit(all.problem)
  }
  const toggle = (fileId: string) =>
    setGoing(going.includes(fileId) ? going.filter((one) => one !== fileId) : [...going, fileId])
  const save = async (draft: CannedDraft) => {
    setUnfit('')
    const work = async (key: string) => {
      const saved = await keepCanned(call, draft, { id, was: was.current, key }).catch((error: unknown) => {
        const isGone = isRefusal(error, 'not_found')
        if (!isGone && !isRefusal(error, 'changed_meanwhile')) throw error
        was.current = undefined
        if (isGone) {
          setId(null)
          setKept([])
        }
        throw new NotDone(isGone ? CANNED.canned_gone : CANNED.canned_changed)
      })
      was.current = draftOf(saved)
      setId(saved.id)
      const drops = kept.filter((file) => going.includes(file.id))
      for (const file of drops) await dropCannedFile(call, saved.id, file.id)
      const added = files.map(({ file }) => file)
      if (added.length > 0) await keepCannedFiles(call, saved.id, added, upload.current)
    }
    const done = await run(work, { of: [draft.title, draft.text, draft.is_shared] })
    if (done !== null) onDone()
  }
  const message = unfit || (problem ?? '')
  return (
    <form ref={form} onSubmit={(event) => submit(event, save)} noValidate className={styles.form}>
      <TextField {...bind('title')} label={CANNED.canned_name} maxLength={200} autoFocus autoComplete="off" />
      <TextArea {...bind('text')} label={CANNED.canned_text} hint={CANNED.canned_hint} rows={4} />
      <Checkbox checked={values.is_shared} onChange={(event) => set({ is_shared: event.target.checked })}>
        {CANNED.canned_shared}
      </Checkbox>
      <section className={styles.form} aria-label={CANNED.canned_files}>
        {kept.length > 0 && <KeptFiles files={kept} going={going} onToggle={toggle} />}
        <FileRows
          files={files}
          onRemove={(key) => choose(files.filter((one) => one.key !== key))}
          fallbackRef={picker}
        />
        <FileButton
          ref={picker}
          accept={FILE_EXTENSIONS}
          label={CANNED.canned_files}
          onFiles={add}
          onUnfit={setUnfit}
        />
        <p className={styles.small}>{CANNED.canned_files_hint}</p>
      </section>
      <div role="alert">{message !== '' && <FieldError>{message}</FieldError>}</div>
      <DialogActions>
        <Button variant="secondary" onClick={onDone}>
          {WORK.cancel}
        </Button>
        <Button
          type="submit"
          isPending={isPending}
          disabled={values.title.trim() === '' || values.text.trim() === ''}
        >
          {CANNED.canned_save}
        </Button>
      </DialogActions>
    </form>
  )
}

/** All canned replies: insert, edit, delete. */
export function CannedDialog({ call, onPick, onClose }: CannedDialogProps) {
  const { data } = useQuery(cannedQuery(call))
  const [edited, setEdited] = useState<CannedReply | 'new' | null>(null)
  const [removed, setRemoved] = useState<CannedReply | null>(null)
  if (removed !== null)
    return (
      <SureDialog
        title={CANNED.canned_sure(removed.title)}
        text={CANNED.canned_sure_text(removed.is_shared)}
        submit={CANNED.canned_delete}
        refreshes={cannedQuery(call).queryKey}
        onSubmit={() => dropCanned(call, removed.id)}
        onClose={() => setRemoved(null)}
      />
    )
  if (edited !== null)
    return (
      <Dialog title={edited === 'new' ? CANNED.canned_new : CANNED.canned_edit} size="l" onClose={onClose}>
        <CannedForm call={call} canned={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      </Dialog>
    )
  return (
    <Dialog title={CANNED.canned_title} size="l" onClose={onClose}>
      {data?.length === 0 && <EmptyState text={CANNED.canned_none} />}
      <ul className={styles.lines}>
        {data?.map((canned) => (
          <li key={canned.id} className={styles.line}>
            <p>
              <b>{canned.title}</b>{' '}
              <span className={styles.small}>{CANNED.canned_of(canned.is_shared, canned.uses)}</span>
            </p>
            <p className={styles.clamp}>{canned.text}</p>
            {canned.files.length > 0 && (
              <p className={styles.small}>{canned.files.map(({ file_name }) => file_name).join(', ')}</p>
            )}
            <div className={styles.ways}>
              <Button
                size="s"
                variant="secondary"
                aria-label={CANNED.canned_insert_named(canned.title)}
                onClick={() => onPick(canned)}
              >
                {CANNED.canned_insert}
              </Button>
              <Button
                size="s"
                variant="ghost"
                aria-label={CANNED.canned_edit_named(canned.title)}
                onClick={() => setEdited(canned)}
              >
                {CANNED.canned_edit}
              </Button>
              <Button
                size="s"
                variant="ghost"
                aria-label={CANNED.canned_delete_named(canned.title)}
                onClick={() => setRemoved(canned)}
              >
                {CANNED.canned_delete}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => setEdited('new')}>{CANNED.canned_new}</Button>
      </DialogActions>
    </Dialog>
  )
}
