import type { DeskMaterialItem } from '@podmoga/contract/desk/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Link } from '@podmoga/ui/lib/navigation'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayText } from '../../lib/day-text.ts'
import { useScope } from '../../lib/scope.tsx'
import { useNow } from '../../lib/use-now.ts'
import { useTitle } from '../../lib/use-title.ts'
import gaps from '../gaps/gaps.module.css'
import { TREE_KEY, treeQuery } from '../knowledge.api.ts'
import kb from '../knowledge.module.css'
import { REVIEW } from '../review/review.texts.ts'
import { ListHead } from '../tree/list-head.tsx'
import { materialsOf } from '../tree/tree.ts'
import { useMarkRead } from '../use-mark-read.ts'
import { careKey, markChecked } from './care.api.ts'
import { CARE } from './care.texts.ts'
import { type Due, dueOf, reviewsOf } from './due.ts'

function DueLine({ due: { material, check_on, isLate }, owner }: { due: Due; owner: string | undefined }) {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [TREE_KEY, careKey(material.id)], toast: CARE.failed })
  return (
    <li className={gaps.gap}>
      <h2 className="t-h3">
        <Link href={`/kb/${material.id}`}>{material.title}</Link>
      </h2>
      <p className="t-small t-muted">
        {isLate && <Chip tone="warning">{CARE.late}</Chip>} {dayText(check_on)} · {owner ?? CARE.no_owner}
      </p>
      <div className={gaps.actions}>
        <Button
          size="s"
          variant="secondary"
          isPending={isPending}
          onClick={() => void run(() => markChecked(call, material.id, check_on))}
        >
          {CARE.checked}
        </Button>
      </div>
    </li>
  )
}

/** Materials waiting for the second editor, or returned to their author. */
function ReviewList({ title, materials }: { title: string; materials: readonly DeskMaterialItem[] }) {
  if (materials.length === 0) return null
  return (
    <section aria-label={title} className={gaps.part}>
      <h2 className="t-h3">{title}</h2>
      <ul className={gaps.gaps}>
        {materials.map((material) => (
          <li key={material.id} className={gaps.gap}>
            <Link href={`/kb/${material.id}`}>{material.title}</Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Materials due for a check now or soon, and those waiting for a second editor. */
export function DuePage() {
  const { call, me } = useScope()
  const asked = useQuery(treeQuery(call))
  const [view, setView] = useState<'all' | 'mine'>('all')
  const now = useNow()
  useTitle(CARE.title)
  useMarkRead(null, asked.isSuccess ? CARE.title : undefined)
  return (
    <div className={kb.list}>
      <ListHead title={CARE.title} hint={CARE.hint} />
      <Tabs
        label={CARE.view}
        tabs={[
          { key: 'all', label: CARE.all },
          { key: 'mine', label: CARE.mine },
        ]}
        selected={view}
        onSelect={setView}
      >
        <QueryView
          query={asked}
          failed={CARE.load_failed}
          skeleton={<Skeleton shape="box" width="100%" height={160} />}
        >
          {(tree) => {
            const due = dueOf(tree, now).filter(({ material }) => view === 'all' || material.owner === me.id)
            const reviews = reviewsOf(tree, me.id)
            const names = new Map(tree.editors.map(({ id, name }) => [id, name]))
            const ownerless = materialsOf(tree).filter(({ owner }) => owner === null).length
            return (
              <>
                <ReviewList title={REVIEW.list} materials={reviews.waiting} />
                <ReviewList title={REVIEW.list_returned} materials={reviews.returned} />
                {due.length === 0 && <EmptyState text={CARE.empty} />}
                <ul className={gaps.gaps}>
                  {due.map((one) => (
                    <DueLine key={one.material.id} due={one} owner={names.get(one.material.owner ?? '')} />
                  ))}
                </ul>
                {view === 'all' && ownerless > 0 && (
                  <p className="t-small t-muted">{CARE.ownerless(ownerless)}</p>
                )}
              </>
            )
          }}
        </QueryView>
      </Tabs>
    </div>
  )
}
