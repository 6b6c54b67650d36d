import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { Pager } from '@podmoga/ui/pager/pager'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { usePastEnd } from '@podmoga/web/paging/past-end'
import { QueryError } from '@podmoga/web/query-error'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { gapsQuery } from '../knowledge.api.ts'
import kb from '../knowledge.module.css'
import { GAPS } from '../knowledge.texts.ts'
import { ListHead } from '../tree/list-head.tsx'
import { type GapAsk, GapDialog } from './gap-dialog.tsx'
import { groupGaps } from './gap-groups.ts'
import { type GapAction, GapLine } from './gap-line.tsx'
import styles from './gaps.module.css'
import { ProposalsPart } from './proposals-part.tsx'
import { useGapClosing } from './use-gap-closing.ts'

type View = 'open' | 'closed'
const hrefOf = (view: View, page: number): string => {
  const query = [...(view === 'closed' ? ['closed=1'] : []), ...(page > 1 ? [`page=${page}`] : [])].join('&')
  return query === '' ? '/kb/gaps' : `/kb/gaps?${query}`
}

/** Knowledge gaps: searches without results, and answers that did not help. */
export function GapsPage() {
  const { call } = useScope()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const view: View = search.get('closed') === null ? 'open' : 'closed'
  const page = Math.max(1, Number.parseInt(search.get('page') ?? '1', 10) || 1)
  const [ask, setAsk] = useState<GapAsk | null>(null)
  const query = useQuery(gapsQuery(call, page, view === 'closed'))
  const { data, error } = query
  useTitle(GAPS.title)
  const heading = useRef<HTMLHeadingElement>(null)
  const list = useRef<HTMLUListElement>(null)
  /** Index of the gap that was just closed and had the focus. */
  const [left, setLeft] = useState<number | null>(null)
  const indices = useRef(new Map<string, number>())
  const { close, isClosing } = useGapClosing((gap) => setLeft(indices.current.get(gap.id) ?? 0))

  const isPast = usePastEnd(page, query, { hrefOf: (to) => hrefOf(view, to) })

  // The removed line had the focus, and its dialog cannot restore it: focus the next line.
  useEffect(() => {
    if (left === null || ask !== null) return
    setLeft(null)
    if (document.activeElement !== document.body) return
    const lines = list.current?.children ?? []
    const line = lines[Math.min(left, lines.length - 1)]
    const next = line?.querySelector<HTMLElement>('a, button') ?? heading.current
    next?.focus()
  }, [left, ask])
  const lines = groupGaps(data?.results ?? [])
  const order = (kind: GapAction, gap: KnowledgeGap) => {
    indices.current = new Map(lines.map(({ gap: { id } }, at) => [id, at]))
    if (kind === 'close') void close(gap, null)
    else setAsk({ kind, gap })
  }
  return (
    <div className={kb.list}>
      <ListHead title={GAPS.title} hint={GAPS.hint} heading={heading} />
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
          isLoading={isPast || (data === undefined && error === null)}
          skeleton={<Skeleton shape="box" width="100%" height={160} />}
        >
          {data === undefined ? (
            <QueryError of={query} text={GAPS.failed} />
          ) : data.results.length === 0 ? (
            <>
              <EmptyState text={view === 'open' ? GAPS.empty_open : GAPS.empty_closed} />
              {view === 'open' && <ProposalsPart />}
            </>
          ) : (
            <>
              <ul ref={list} className={styles.gaps}>
                {lines.map(({ gap, near, isSame }) => (
                  <GapLine
                    key={gap.id}
                    gap={gap}
                    near={near}
                    isSame={isSame}
                    isClosing={isClosing(gap)}
                    onAction={(kind) => order(kind, gap)}
                  />
                ))}
              </ul>
              {view === 'open' && page === 1 && <ProposalsPart />}
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
