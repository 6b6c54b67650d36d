import { closeGap, type KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Pager } from '@podmoga/ui/pager/pager'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { toast } from '@podmoga/ui/toast/toast'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { APP } from '../app/app.texts.ts'
import { usePlace } from '../app/place.tsx'
import { explain } from '../lib/explain.ts'
import { type GapAsk, GapDialog } from './gap-dialog.tsx'
import { GapLine } from './gap-line.tsx'
import styles from './gaps.module.css'
import { GAPS_KEY, gapsQuery } from './knowledge.api.ts'
import kb from './knowledge.module.css'
import { GAPS, KB } from './knowledge.texts.ts'

type View = 'open' | 'closed'
const hrefOf = (view: View, page: number): string => {
  const query = [...(view === 'closed' ? ['closed=1'] : []), ...(page > 1 ? [`page=${page}`] : [])].join('&')
  return query === '' ? '/kb/gaps' : `/kb/gaps?${query}`
}

/** What people looked for in vain, and what did not help them. */
export function GapsPage() {
  const { call } = usePlace()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const view: View = search.get('closed') === null ? 'open' : 'closed'
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1)
  const [ask, setAsk] = useState<GapAsk | null>(null)
  const { data, error, isFetching, refetch } = useQuery(gapsQuery(call, page, view === 'closed'))
  useEffect(() => {
    document.title = `${GAPS.title} · ${APP.product}`
  }, [])
  const close = async (gap: KnowledgeGap, material: string | null) => {
    try {
      const { closed } = await call(closeGap, { params: { gapId: gap.id }, body: { material } })
      toast.success({ title: closed ? GAPS.closed_now : GAPS.taken })
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
                  <GapLine
                    key={gap.id}
                    gap={gap}
                    onDeed={(kind) => (kind === 'close' ? void close(gap, null) : setAsk({ kind, gap }))}
                  />
                ))}
              </ul>
              {data.total_pages > 1 && (
                <Pager page={page} totalPages={data.total_pages} hrefOf={(to) => hrefOf(view, to)} />
              )}
            </>
          )}
        </Loading>
      </Tabs>
      {ask !== null && <GapDialog ask={ask} onClosed={close} onClose={() => setAsk(null)} />}
    </div>
  )
}
