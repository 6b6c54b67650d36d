import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryError } from '@podmoga/web/query-error'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { Navigate, useNavigate, useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useTitle } from '../../lib/use-title.ts'
import kb from '../knowledge.module.css'
import { KB } from '../knowledge.texts.ts'
import { membershipsQuery } from './reading.api.ts'
import { READING } from './reading.texts.ts'
import { ReadingArticle } from './reading-article.tsx'
import { ReadingTree } from './reading-tree.tsx'

function Base({ restaurants }: { restaurants: readonly { id: string; name: string }[] }) {
  const { materialId = null } = useParams()
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const named = search.get('restaurant')
  const current = restaurants.find(({ id }) => id === named) ?? restaurants[0]
  useTitle(materialId === null ? KB.title : null)
  if (current === undefined) return <EmptyState text={READING.no_restaurants} />
  const hrefIn = (restaurant: string, id: string | null) =>
    `/kb/read${id === null ? '' : `/${id}`}?restaurant=${restaurant}`
  const hrefOf = (id: string) => hrefIn(current.id, id)
  return (
    <div className={kb.section} data-open={materialId !== null || undefined}>
      <div className={kb.tree}>
        <ReadingTree
          key={current.id}
          restaurants={restaurants}
          restaurant={current.id}
          materialId={materialId}
          hrefOf={hrefOf}
          onRestaurant={(id) => void navigate(hrefIn(id, materialId), { replace: true })}
        />
      </div>
      <div className={kb.page}>
        {materialId === null ? (
          <EmptyState text={READING.pick} />
        ) : (
          <ReadingArticle
            key={materialId}
            restaurant={current.id}
            materialId={materialId}
            backHref={hrefIn(current.id, null)}
            hrefOf={hrefOf}
          />
        )}
      </div>
    </div>
  )
}

/** The knowledge base for agents: reading, search, links for replies. */
export function ReadingPage() {
  const { me, call } = useScope()
  const isAgent = me.roles.includes('agent')
  const query = useQuery({ ...membershipsQuery(call), enabled: isAgent })
  const { data, error } = query
  if (!isAgent) return <Navigate to="/kb" replace />
  if (data !== undefined) return <Base restaurants={data} />
  return (
    <Loading isLoading={error === null} skeleton={<Skeleton shape="box" width="100%" height={320} />}>
      {() => <QueryError of={query} text={READING.failed} />}
    </Loading>
  )
}
