import { setSynonyms } from '@podmoga/contract/desk/knowledge'
import { uuid } from '@podmoga/contract/uuid'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { APP } from '../app/app.texts.ts'
import { usePlace } from '../app/place.tsx'
import { explain } from '../lib/explain.ts'
import styles from './gaps.module.css'
import { synonymsQuery } from './knowledge.api.ts'
import kb from './knowledge.module.css'
import { KB, SYNONYMS } from './knowledge.texts.ts'
import { lineError, wordsOf } from './synonym-groups.ts'

interface Line {
  key: string
  text: string
}

function Groups({ groups }: { groups: readonly string[][] }) {
  const { call } = usePlace()
  const [lines, setLines] = useState<Line[]>(() =>
    groups.map((words) => ({ key: uuid(), text: words.join(', ') })),
  )
  const [isTold, setTold] = useState(false)
  const [isDirty, setDirty] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const change = (next: Line[]) => {
    setLines(next)
    setDirty(true)
  }
  useEffect(() => {
    if (!isDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isDirty])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setTold(true)
    if (isBusy || lines.some(({ text }) => lineError(text) !== undefined)) return
    setBusy(true)
    try {
      const sent = lines.map(({ text }) => wordsOf(text)).filter((words) => words.length > 0)
      await call(setSynonyms, { body: { groups: sent } })
      setDirty(false)
      toast.success({ title: SYNONYMS.saved })
    } catch (error) {
      toast.danger({ title: 'Не удалось сохранить', text: explain(error) })
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={save} noValidate>
      {lines.length === 0 && <EmptyState compact text={SYNONYMS.empty} />}
      <ul className={styles.groups}>
        {lines.map(({ key, text }, index) => (
          <li key={key} className={styles.group}>
            <TextField
              label={`Группа ${index + 1}`}
              hideLabel
              value={text}
              error={isTold ? lineError(text) : undefined}
              onChange={(event) =>
                change(lines.map((line) => (line.key === key ? { key, text: event.target.value } : line)))
              }
            />
            <IconButton
              label={`Удалить группу ${index + 1}`}
              variant="danger"
              onClick={() => change(lines.filter((line) => line.key !== key))}
            >
              <Trash2 size={20} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button
          variant="secondary"
          icon={<Plus size={20} aria-hidden />}
          onClick={() => change([...lines, { key: uuid(), text: '' }])}
        >
          {SYNONYMS.add}
        </Button>
        <Button type="submit" isPending={isBusy}>
          {KB.save}
        </Button>
        {isDirty && <span className="t-small t-muted">{SYNONYMS.dirty}</span>}
      </div>
    </form>
  )
}

/** The words that the search takes for one another. */
export function SynonymsPage() {
  const { call } = usePlace()
  const { data, error, isFetching, refetch } = useQuery(synonymsQuery(call))
  useEffect(() => {
    document.title = `${SYNONYMS.title} · ${APP.product}`
  }, [])
  return (
    <div className={kb.list}>
      <header className={kb.head}>
        <span className={kb.back}>
          <BackLink href="/kb">{KB.to_tree}</BackLink>
        </span>
        <h1>{SYNONYMS.title}</h1>
        <p className="t-muted">{SYNONYMS.hint}</p>
      </header>
      <Loading
        isLoading={data === undefined && error === null}
        skeleton={<Skeleton shape="box" width="100%" height={240} />}
      >
        {() =>
          data === undefined ? (
            <ErrorState
              text={SYNONYMS.failed}
              detail={explain(error)}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : (
            <Groups groups={data.groups} />
          )
        }
      </Loading>
    </div>
  )
}
