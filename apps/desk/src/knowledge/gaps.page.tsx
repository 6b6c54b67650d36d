import { closeGap, type KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { counted } from '@podmoga/ui/lib/plural'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Pager } from '@podmoga/ui/pager/pager'
import { Picker } from '@podmoga/ui/picker/picker'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { APP } from '../app/app.texts.ts'
import { usePlace } from '../app/place.tsx'
import { explain } from '../lib/explain.ts'
import styles from './gaps.module.css'
import { GAPS_KEY, gapsQuery, treeQuery } from './knowledge.api.ts'
import kb from './knowledge.module.css'
import { GAPS, KB } from './knowledge.texts.ts'
import { NameDialog } from './name-dialog.tsx'
import { materialsOf } from './tree.ts'
import { useTreeDeeds } from './use-tree-deeds.ts'

const PEOPLE = ['человек', 'человека', 'человек'] as const
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase('ru') + text.slice(1)

type View = 'open' | 'closed'
const hrefOf = (view: View, page: number): string => {
  const query = [...(view === 'closed' ? ['closed=1'] : []), ...(page > 1 ? [`page=${page}`] : [])].join('&')
  return query === '' ? '/kb/gaps' : `/kb/gaps?${query}`
}

type Ask = { kind: 'write' | 'pick'; gap: KnowledgeGap }

function Gap({ gap, onAsk, onClose }: { gap: KnowledgeGap; onAsk: (ask: Ask) => void; onClose: () => void }) {
  return (
    <li className={styles.gap}>
      <p className="t-small t-muted">
        {gap.kind === 'search' ? GAPS.search : GAPS.feedback} · {counted(gap.people, PEOPLE)} ·{' '}
        {formatStamp(gap.last_at)}
      </p>
      <h2 className="t-h3">
        {gap.material === null ? (
          `«${gap.query ?? ''}»`
        ) : (
          <Link href={`/kb/${gap.material.id}`}>{gap.material.title}</Link>
        )}
      </h2>
      {gap.texts.length > 0 && (
        <div>
          <p className="t-small t-muted">{GAPS.texts}:</p>
          <ul className={styles.texts}>
            {gap.texts.map((text, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two people may say the same, and nothing is added
              <li key={index}>{text}</li>
            ))}
          </ul>
        </div>
      )}
      {gap.closed_at === null ? (
        <div className={styles.deeds}>
          <Button size="s" onClick={() => onAsk({ kind: 'write', gap })}>
            {GAPS.write}
          </Button>
          <Button size="s" variant="secondary" onClick={() => onAsk({ kind: 'pick', gap })}>
            {GAPS.pick}
          </Button>
          <Button size="s" variant="ghost" onClick={onClose}>
            {GAPS.close}
          </Button>
        </div>
      ) : gap.answer === null ? (
        <p className="t-small">{GAPS.no_answer}</p>
      ) : (
        <p className="t-small">
          {GAPS.answer} <Link href={`/kb/${gap.answer.id}`}>{gap.answer.title}</Link>
        </p>
      )}
    </li>
  )
}

interface AskDialogProps {
  ask: Ask
  onClosed: (gap: KnowledgeGap, material: string) => Promise<void>
  onClose: () => void
}

/** With which material a line is closed: a new one, or one that is there. */
function AskDialog({ ask, onClosed, onClose }: AskDialogProps) {
  const { call } = usePlace()
  const navigate = useNavigate()
  const deeds = useTreeDeeds()
  const { data: tree } = useQuery(treeQuery(call))
  const [chosen, setChosen] = useState<string | null>(ask.gap.material?.id ?? null)
  const places = (tree?.sections ?? []).flatMap((section) =>
    section.subcategories.map(({ id, name }) => ({ key: id, name: `${section.name} › ${name}` })),
  )
  const [place, setPlace] = useState<string | null>(null)
  const subcategory = place ?? places[0]?.key ?? null
  if (ask.kind === 'write')
    return (
      <NameDialog
        title={GAPS.write}
        initial={capital(ask.gap.query ?? '').slice(0, 200)}
        submit={KB.create}
        onSubmit={async (title) => {
          const { id } = await deeds.addMaterial(subcategory ?? '', title)
          await onClosed(ask.gap, id)
          void navigate(`/kb/${id}`)
        }}
        onClose={onClose}
      >
        <Picker label={GAPS.where} items={places} value={subcategory} onChange={setPlace} />
      </NameDialog>
    )
  const items = (tree === undefined ? [] : materialsOf(tree)).map(({ id, title }) => ({
    key: id,
    name: title,
  }))
  return (
    <Dialog title={GAPS.pick} onClose={onClose}>
      <Picker label={GAPS.picker} items={items} value={chosen} onChange={setChosen} />
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {KB.cancel}
        </Button>
        <Button
          disabled={chosen === null}
          onClick={() => {
            if (chosen !== null) void onClosed(ask.gap, chosen).then(onClose)
          }}
        >
          {GAPS.pick}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What people looked for in vain, and what did not help them. */
export function GapsPage() {
  const { call } = usePlace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const view: View = search.get('closed') === null ? 'open' : 'closed'
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1)
  const [ask, setAsk] = useState<Ask | null>(null)
  const { data, error, isFetching, refetch } = useQuery(gapsQuery(call, page, view === 'closed'))
  useEffect(() => {
    document.title = `${GAPS.title} · ${APP.product}`
  }, [])
  const close = async (gap: KnowledgeGap, material: string | null) => {
    try {
      await call(closeGap, { params: { gapId: gap.id }, body: { material } })
      toast.success({ title: GAPS.closed_now })
    } catch (failure) {
      toast.danger({ title: 'Не удалось закрыть строку', text: explain(failure) })
    }
    await client.invalidateQueries({ queryKey: GAPS_KEY })
  }
  return (
    <div className={kb.list}>
      <header className={kb.head}>
        <span className={kb.back}>
          <BackLink href="/kb">{KB.to_tree}</BackLink>
        </span>
        <h1>{GAPS.title}</h1>
        <p className="t-muted">{GAPS.hint}</p>
      </header>
      <Tabs<View>
        label={GAPS.view}
        tabs={[
          { key: 'open', label: GAPS.open },
          { key: 'closed', label: GAPS.closed },
        ]}
        selected={view}
        onSelect={(next) => void navigate(hrefOf(next, 1), { replace: true })}
      >
        <Loading
          isLoading={data === undefined && error === null}
          skeleton={<Skeleton shape="box" width="100%" height={160} />}
        >
          {data === undefined ? (
            <ErrorState
              text={GAPS.failed}
              detail={explain(error)}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          ) : data.results.length === 0 ? (
            <EmptyState text={view === 'open' ? GAPS.empty_open : GAPS.empty_closed} />
          ) : (
            <>
              <ul className={styles.gaps}>
                {data.results.map((gap) => (
                  <Gap key={gap.id} gap={gap} onAsk={setAsk} onClose={() => void close(gap, null)} />
                ))}
              </ul>
              {data.total_pages > 1 && (
                <Pager page={page} totalPages={data.total_pages} hrefOf={(to) => hrefOf(view, to)} />
              )}
            </>
          )}
        </Loading>
      </Tabs>
      {ask !== null && <AskDialog ask={ask} onClosed={close} onClose={() => setAsk(null)} />}
    </div>
  )
}
