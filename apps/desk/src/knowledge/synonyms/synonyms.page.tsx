import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import { useTitle } from '../../lib/use-title.ts'
import styles from '../gaps/gaps.module.css'
import { previewSynonyms, synonymsQuery } from '../knowledge.api.ts'
import kb from '../knowledge.module.css'
import { KB, SYNONYMS, THESAURUS } from '../knowledge.texts.ts'
import { PreviewPart } from '../preview-part.tsx'
import { ListHead } from '../tree/list-head.tsx'
import { lineError, type SynonymNews, wordsOf } from './synonym-groups.ts'
import { ThesaurusPart } from './thesaurus-part.tsx'
import { type SynonymList, useSynonyms } from './use-synonyms.ts'

/** Another editor's concurrent changes. */
function News({ news }: { news: SynonymNews }) {
  const part = (title: string, lines: readonly string[]) =>
    lines.length > 0 && (
      <>
        <p>{title}:</p>
        <ul className={styles.texts}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </>
    )
  return (
    <>
      <p>
        <strong>{SYNONYMS.stale}</strong> {SYNONYMS.stale_hint}
      </p>
      {part(SYNONYMS.added, news.added)}
      {part(SYNONYMS.removed, news.removed)}
    </>
  )
}

function Groups({ list }: { list: SynonymList }) {
  const { call } = useScope()
  const work = useSynonyms(list)
  const { lines, isDirty, isBusy, isRestored, news, change } = work
  const [isSubmitted, setSubmitted] = useState(false)
  useAskBeforeUnload(isDirty)
  const right = lines.some(({ text }) => lineError(text) !== undefined)
    ? undefined
    : lines.map(({ text }) => wordsOf(text)).filter((words) => words.length > 0)
  const save = (event: FormEvent) => {
    event.preventDefault()
    setSubmitted(true)
    void work.save()
  }
  return (
    <form onSubmit={save} noValidate>
      {(news !== null || isRestored) && (
        <div role="alert" className={styles.news}>
          {isRestored && <p>{SYNONYMS.restored}</p>}
          {news !== null && <News news={news} />}
          <Button variant="secondary" size="s" onClick={work.reset}>
            {SYNONYMS.drop}
          </Button>
        </div>
      )}
      {lines.length === 0 && <EmptyState compact text={SYNONYMS.empty} />}
      <ul className={styles.groups}>
        {lines.map(({ key, text }, index) => (
          <li key={key} className={styles.group}>
            <TextField
              label={`Группа ${index + 1}`}
              hideLabel
              value={text}
              error={isSubmitted ? lineError(text) : undefined}
              onChange={({ target }) =>
                change((now) => now.map((line) => (line.key === key ? { key, text: target.value } : line)))
              }
            />
            <IconButton
              label={`Удалить группу ${index + 1}`}
              variant="danger"
              onClick={() => change((now) => now.filter((line) => line.key !== key))}
            >
              <Trash2 size={20} aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <Button variant="secondary" icon={<Plus size={20} aria-hidden />} onClick={work.add}>
          {SYNONYMS.add}
        </Button>
        <Button type="submit" isPending={isBusy}>
          {KB.save}
        </Button>
        <PreviewPart look={right && (() => previewSynonyms(call, right))} />
        {isDirty && <span className="t-small t-muted">{SYNONYMS.dirty}</span>}
      </div>
    </form>
  )
}

/** The page of search synonyms. */
export function SynonymsPage() {
  const { call } = useScope()
  const query = useQuery(synonymsQuery(call))
  useTitle(SYNONYMS.title)
  return (
    <div className={kb.list}>
      <ListHead title={SYNONYMS.title} hint={SYNONYMS.hint} />
      <h2 className="t-h3">{THESAURUS.own}</h2>
      <QueryView query={query} failed={SYNONYMS.failed}>
        {(data) => <Groups list={data} />}
      </QueryView>
      <ThesaurusPart />
    </div>
  )
}
