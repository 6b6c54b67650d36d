import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { DraftProblem } from '@podmoga/contract/desk/materials'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { dayIn } from '../care/due.ts'
import { startOf } from '../editor/text-editor.tsx'
import { versionQuery, versionsQuery } from '../knowledge.api.ts'
import { EDITOR, KB, PUBLISH } from '../knowledge.texts.ts'
import { askReview, reviewQuery } from '../review/review.api.ts'
import { REVIEW } from '../review/review.texts.ts'
import { scheduleMaterial, scheduleQuery } from '../schedule/schedule.api.ts'
import { SCHEDULE } from '../schedule/schedule.texts.ts'
import { materialsOf } from '../tree/tree.ts'
import styles from '../versions/compare.module.css'
import { linksOf } from '../versions/doc-lines.ts'
import { publishMaterial } from './material.api.ts'
import { Problems } from './problems.tsx'

const DAY_MS = 24 * 60 * 60_000

interface PublishDialogProps {
  materialId: string
  revision: number
  state: 'draft' | 'published' | 'changed'
  text: { title: string; content: string }
  problems: readonly DraftProblem[]
  tree: DeskTree | undefined
  onPublished: (revision: number) => void
  onScheduled: (local: string) => void
  /** The text was sent to the second editor. */
  onAsked: () => void
  onClose: () => void
}

/** The currently published text. */
function usePublished(materialId: string, isPublished: boolean) {
  const { call } = useScope()
  const versions = useQuery({ ...versionsQuery(call, materialId), enabled: isPublished })
  const newest = versions.data?.[0]?.number
  return useQuery({
    ...versionQuery(call, materialId, newest ?? 1),
    enabled: isPublished && newest !== undefined,
  }).data
}

/** Shows what will change for readers, and the problems that block publishing. */
export function PublishDialog(props: PublishDialogProps) {
  const { materialId, revision, state, text, problems, tree, onPublished, onScheduled, onAsked, onClose } =
    props
  const { call } = useScope()
  const { run, isPending, problem } = useSubmit({ failed: PUBLISH.not_done })
  const before = usePublished(materialId, state !== 'draft')
  const isBlocked = problems.some(({ kind }) => kind === 'alt')
  const titles = new Map((tree === undefined ? [] : materialsOf(tree)).map(({ id, title }) => [id, title]))
  const nameOf = (link: string) => {
    const title = titles.get(link.replace('material:', ''))
    return link.startsWith('material:') && title !== undefined ? quoted(title) : link
  }
  const old = before === undefined ? null : linksOf(startOf(before.content))
  const links = linksOf(startOf(text.content))
  const changes: [string, string[]][] = [
    [PUBLISH.old_title, before !== undefined && before.title !== text.title ? [before.title] : []],
    [PUBLISH.new_title, before !== undefined && before.title !== text.title ? [text.title] : []],
    [PUBLISH.links_added, old === null ? [] : links.filter((link) => !old.includes(link)).map(nameOf)],
    [PUBLISH.links_removed, old === null ? [] : old.filter((link) => !links.includes(link)).map(nameOf)],
  ]
  const shown = changes.filter(([, lines]) => lines.length > 0)
  const zone = tree?.zone
  const [at, setAt] = useState<string | null>(null)
  const [isAsked, setAsked] = useState(false)
  const waiting = useQuery(scheduleQuery(call, materialId)).data?.schedule ?? null
  const isLater = at !== null
  const asksReview = useQuery(reviewQuery(call, materialId)).data?.is_needed === true
  const go = async () => {
    if (asksReview && at !== '') {
      const asked = await run(() => askReview(call, materialId, revision, at))
      if (asked !== null) onAsked()
      return
    }
    if (isLater) {
      setAsked(true)
      if (at === '') return
      const set = await run(() => scheduleMaterial(call, materialId, revision, at), {
        failed: SCHEDULE.not_set,
      })
      if (set !== null) onScheduled(at)
      return
    }
    const published = await run(() => publishMaterial(call, materialId, revision))
    if (published !== null) onPublished(published.revision)
  }
  return (
    <Dialog title={PUBLISH.title} onClose={onClose}>
      <p>{state === 'draft' ? PUBLISH.first : state === 'changed' ? PUBLISH.again : PUBLISH.unchanged}</p>
      {shown.length > 0 && (
        <dl className={styles.change}>
          {shown.map(([name, lines]) => (
            <div key={name}>
              <dt>{name}</dt>
              {lines.map((line) => (
                <dd key={line}>{line}</dd>
              ))}
            </div>
          ))}
        </dl>
      )}
      {asksReview && state !== 'published' && <p>{REVIEW.needed}</p>}
      <Problems title={isBlocked ? PUBLISH.blocked : PUBLISH.warned} problems={problems} />
      {zone !== undefined && state !== 'published' && (
        <Checkbox
          checked={isLater}
          disabled={isPending}
          onChange={({ target }) =>
            setAt(target.checked ? `${dayIn(zone, Date.now() + DAY_MS)}T09:00` : null)
          }
        >
          {SCHEDULE.later}
        </Checkbox>
      )}
      {isLater ? (
        <TextField
          type="datetime-local"
          label={SCHEDULE.at}
          hint={SCHEDULE.at_hint}
          value={at}
          error={isAsked && at === '' ? SCHEDULE.no_time : undefined}
          onChange={({ target }) => setAt(target.value)}
        />
      ) : (
        waiting !== null && <p>{SCHEDULE.replaced(waiting.local)}</p>
      )}
      {problem !== null && <FieldError>{problem}</FieldError>}
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {KB.cancel}
        </Button>
        <Button disabled={isBlocked} isPending={isPending} onClick={() => void go()}>
          {asksReview ? REVIEW.ask : isLater ? SCHEDULE.set : EDITOR.publish}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
