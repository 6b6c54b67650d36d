import { HandbookTopic } from '@podmoga/contract/desk/admin'
import { uuid } from '@podmoga/contract/fields/uuid'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Archive, ArchiveRestore, ArrowDown, ArrowUp, Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { UnsavedPart } from '../../lib/list-form/unsaved-part.tsx'
import { useScope } from '../../lib/scope.tsx'
import { useKeptForm } from '../../lib/use-kept-form.ts'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, handbookQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { setHandbook } from '../business.mutations.ts'
import { BUSINESS, HANDBOOK } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'

type Kind = HandbookTopic['kind']
/** A topic being edited. New ones have no `key` yet; `mark` identifies every line in the form. */
const Line = z.object({
  mark: z.string(),
  key: z.string().nullable(),
  name: z.string(),
  archived: z.boolean(),
})
type Line = z.infer<typeof Line>
const Left = z.object({ seen: z.array(HandbookTopic), lines: z.array(Line) })

const lineOf = (topic: HandbookTopic): Line => ({ ...topic, mark: topic.key })
const linesOf = (topics: readonly HandbookTopic[]): Line[] => topics.map(lineOf)
const isSame = (one: Omit<Line, 'mark'>, other: Omit<Line, 'mark'>): boolean =>
  one.name === other.name && one.archived === other.archived

/** Rebases the lines onto another admin's list: lines unchanged here take their values, their new lines are added. */
const rebased = (
  lines: readonly Line[],
  seen: readonly HandbookTopic[],
  theirs: readonly HandbookTopic[],
): Line[] => {
  const was = new Map(seen.map((topic) => [topic.key, topic]))
  const now = new Map(theirs.map((topic) => [topic.key, topic]))
  const kept = lines.map((line) => {
    const [before, after] = [was.get(line.key ?? ''), now.get(line.key ?? '')]
    return before !== undefined && after !== undefined && isSame(line, before) ? lineOf(after) : line
  })
  return [...kept, ...theirs.filter(({ key }) => !lines.some((line) => line.key === key)).map(lineOf)]
}

interface KindFormProps {
  kind: Kind
  topics: readonly HandbookTopic[]
  revision: string
}

function KindForm({ kind, topics, revision }: KindFormProps) {
  const { call } = useScope()
  const client = useQueryClient()
  const fresh = { seen: [...topics], lines: linesOf(topics) }
  const { start, keep } = useKeptForm(`handbook-${kind}`, Left, fresh)
  const [lines, setLines] = useState<Line[]>(() => rebased(start.lines, start.seen, topics))
  /** The server's list that the lines are based on. */
  const [seen, setSeen] = useState(topics)
  const [hasNews, setNews] = useState(() => JSON.stringify(start.seen) !== JSON.stringify(topics))
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const isChanged = JSON.stringify(lines) !== JSON.stringify(linesOf(seen))
  useEffect(() => keep({ seen: [...seen], lines }, isChanged))
  const seenRevision = useRef(revision)
  useEffect(() => {
    if (seenRevision.current === revision) return
    seenRevision.current = revision
    // The revision changed through our own save, or through the other kind.
    if (JSON.stringify(topics) === JSON.stringify(seen)) return
    setSeen(topics)
    setNews(true)
    setLines(rebased(lines, seen, topics))
  }, [revision, topics, seen, lines])
  const change = (at: number, part: Partial<Line>) =>
    setLines((before) => before.map((line, index) => (index === at ? { ...line, ...part } : line)))
  const move = (at: number, by: number) =>
    setLines((before) => {
      const next = [...before]
      const [line] = next.splice(at, 1)
      if (line !== undefined) next.splice(at + by, 0, line)
      return next
    })
  const add = () => setLines((before) => [...before, { mark: uuid(), key: null, name: '', archived: false }])
  /** Discards the changes. */
  const reset = () => {
    setNews(false)
    setLines(linesOf(seen))
  }
  const save = async () => {
    const wanted = lines.filter(({ key, name }) => key !== null || name.trim() !== '')
    const body = { revision, topics: wanted.map(({ key, name, archived }) => ({ key, name, archived })) }
    const saved = await run(() => setHandbook(call, kind, body))
    if (saved === null) return
    client.setQueryData(handbookQuery(call).queryKey, saved)
    const own = saved.topics.filter((topic) => topic.kind === kind)
    setSeen(own)
    setNews(false)
    setLines(linesOf(own))
    toast.success({ title: BUSINESS.saved })
  }
  return (
    <section className={styles.form} aria-label={HANDBOOK[kind]}>
      <h2>{HANDBOOK[kind]}</h2>
      <ul className={styles.list}>
        {lines.map(({ mark, name, archived }, at) => (
          <li key={mark} className={styles.topic}>
            <TextField
              label={archived ? `${HANDBOOK.name(at + 1)}, ${HANDBOOK.archived}` : HANDBOOK.name(at + 1)}
              value={name}
              maxLength={100}
              onChange={(event) => change(at, { name: event.target.value })}
            />
            <IconButton label={HANDBOOK.up(name)} disabled={at === 0} onClick={() => move(at, -1)}>
              <ArrowUp size={20} aria-hidden />
            </IconButton>
            <IconButton
              label={HANDBOOK.down(name)}
              disabled={at === lines.length - 1}
              onClick={() => move(at, 1)}
            >
              <ArrowDown size={20} aria-hidden />
            </IconButton>
            <IconButton
              label={archived ? HANDBOOK.restore(name) : HANDBOOK.archive(name)}
              onClick={() => change(at, { archived: !archived })}
            >
              {archived ? <ArchiveRestore size={20} aria-hidden /> : <Archive size={20} aria-hidden />}
            </IconButton>
          </li>
        ))}
      </ul>
      <div role="alert">
        {hasNews ? <p>{HANDBOOK.news}</p> : problem !== null && <FieldError>{problem}</FieldError>}
      </div>
      <div className={styles.actions}>
        <Button variant="secondary" icon={<Plus size={20} aria-hidden />} onClick={add}>
          {HANDBOOK.add}
        </Button>
        <Button isPending={isPending} onClick={() => void save()}>
          {BUSINESS.save}
        </Button>
        <UnsavedPart {...{ isChanged, isPending, reset }} label={HANDBOOK.reset(HANDBOOK[kind])} />
      </div>
    </section>
  )
}

/** The business's own names of modules and payment systems. */
export function HandbookPage() {
  const { call } = useScope()
  const query = useQuery(handbookQuery(call))
  return (
    <AdminPage title={BUSINESS.handbook}>
      <p className="t-muted">{HANDBOOK.hint}</p>
      <QueryView query={query}>
        {({ topics, revision }) => (
          <>
            {(['module', 'payment'] as const).map((kind) => (
              <KindForm
                key={kind}
                kind={kind}
                revision={revision}
                topics={topics.filter((topic) => topic.kind === kind)}
              />
            ))}
          </>
        )}
      </QueryView>
    </AdminPage>
  )
}
