import { Navigate, Outlet, useLocation, useParams } from 'react-router'
import { useKeptFocus } from '../lib/keep-focus.ts'
import { useScope } from '../lib/scope.tsx'
import { useTitle } from '../lib/use-title.ts'
import styles from './knowledge.module.css'
import { KB } from './knowledge.texts.ts'
import { TreePane } from './tree/tree-pane.tsx'

/** The editors' section: the tree, with a material or a list beside it. */
export function KnowledgePage() {
  const { me } = useScope()
  const { materialId = null } = useParams()
  const { pathname } = useLocation()
  const isRoot = /^\/kb\/?$/.test(pathname)
  useTitle(isRoot ? KB.title : null)
  useKeptFocus()
  if (!me.roles.includes('editor'))
    return <Navigate to={materialId === null ? '/kb/read' : `/kb/read/${materialId}`} replace />
  return (
    <div className={styles.section} data-open={!isRoot || undefined}>
      <div className={styles.tree}>
        {isRoot && <h1 className="visually-hidden">{KB.title}</h1>}
        <TreePane materialId={materialId} />
      </div>
      <div className={styles.page}>
        <Outlet />
      </div>
    </div>
  )
}
