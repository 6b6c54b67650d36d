import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isRefusal } from '@podmoga/web/explain'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { materialQuery } from '../knowledge.api.ts'
import { EDITOR, KB } from '../knowledge.texts.ts'
import { MaterialEditor } from './material-editor.tsx'

const LINES = ['60%', '100%', '94%', '97%', '88%', '95%', '50%']

const skeleton = (
  <div className={styles.skeleton}>
    {LINES.map((width) => (
      <Skeleton key={width} width={width} />
    ))}
  </div>
)

function OpenMaterial({ materialId }: { materialId: string }) {
  const { call } = useScope()
  const client = useQueryClient()
  const options = materialQuery(call, materialId)
  const query = useQuery(options)
  const { data, error, dataUpdatedAt, refetch } = query
  const [isVersion, setVersion] = useState(false)
  if (data === undefined && isRefusal(error, 'not_found'))
    return (
      <div>
        <BackLink href="/kb">{KB.to_tree}</BackLink>
        <EmptyState text={EDITOR.gone} />
      </div>
    )
  return (
    <QueryView query={query} failed={EDITOR.failed} skeleton={skeleton} className={styles.section}>
      {(material) => (
        <MaterialEditor
          key={dataUpdatedAt}
          material={material}
          isVersion={isVersion}
          onTake={(theirs) => {
            setVersion(false)
            client.setQueryData(options.queryKey, theirs)
          }}
          onRestored={() => {
            setVersion(true)
            void refetch()
          }}
          onReload={() => {
            setVersion(false)
            void refetch()
          }}
        />
      )}
    </QueryView>
  )
}

/** The page of a material being edited. */
export function MaterialPage() {
  const { materialId = '' } = useParams()
  return <OpenMaterial key={materialId} materialId={materialId} />
}
