import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { SearchField } from '@podmoga/ui/field/search-field'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryView } from '@podmoga/web/query-view'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { treeQuery } from '../knowledge.api.ts'
import { KB } from '../knowledge.texts.ts'
import pane from '../pane.module.css'
import styles from './tree.module.css'
import { found, parentsOf, type Thing, wayTo } from './tree.ts'
import { type TreeAsk, TreeDialogs } from './tree-dialogs.tsx'
import { TreeLists } from './tree-lists.tsx'
import type { RowOrder } from './tree-row.tsx'
import { TreeRows } from './tree-rows.tsx'
import { useOpenGroups } from './use-open-groups.ts'
import { useTreeDrag } from './use-tree-drag.ts'
import { useTreeMutations } from './use-tree-mutations.ts'

const LINES = ['80%', '62%', '70%', '55%', '66%', '74%', '58%', '69%']

const thingOf = (element: Element | null): Thing | null => {
  const { level, id } = element?.closest<HTMLElement>('[data-level]')?.dataset ?? {}
  return (level === 'section' || level === 'subcategory' || level === 'material') && id !== undefined
    ? { level, id }
    : null
}

/** The tree of the knowledge base: search by name, keyboard navigation, reordering by Alt+arrow or drag and drop. */
export function TreePane({ materialId }: { materialId: string | null }) {
  const { call } = useScope()
  const asked = useQuery(treeQuery(call))
  const tree = asked.data
  const mutations = useTreeMutations()
  const [query, setQuery] = useState('')
  const [ask, setAsk] = useState<TreeAsk | null>(null)
  const { handlers, mark } = useTreeDrag(tree, (thing, spot) => void mutations.move(thing, spot))
  const parents = tree !== undefined && materialId !== null ? parentsOf(tree, materialId) : null
  const { open, toggle, show } = useOpenGroups(
    parents === null ? [] : [`section-${parents.section.id}`, `subcategory-${parents.subcategory.id}`],
  )
  const sections = useMemo(() => (tree === undefined ? [] : found(tree, query)), [tree, query])
  const list = useRef<HTMLUListElement>(null)
  const follow = useRef<{ thing: Thing; before: DeskTree } | null>(null)

  // A row moved to another list is a new element: restore the focus to it.
  useEffect(() => {
    if (follow.current === null || follow.current.before === tree) return
    const { thing } = follow.current
    const row = list.current?.querySelector(
      `[data-level="${thing.level}"][data-id="${CSS.escape(thing.id)}"]`,
    )
    row?.querySelector<HTMLElement>('a, button')?.focus()
    follow.current = null
  }, [tree])

  const stepBy = (thing: Thing, by: 1 | -1) => {
    const spot = mutations.step(thing, by)
    if (spot === null || tree === undefined) return
    // When moved into a collapsed group, expand it, so that the row stays visible and focused.
    for (const key of wayTo(tree, thing, spot)) show(key)
    follow.current = { thing, before: tree }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    const thing = thingOf(event.target instanceof Element ? event.target : null)
    if (thing === null) return
    event.preventDefault()
    stepBy(thing, event.key === 'ArrowUp' ? -1 : 1)
  }
  const onOrder = (order: RowOrder, thing: Thing, name: string) => {
    if (order === 'up' || order === 'down') stepBy(thing, order === 'up' ? -1 : 1)
    else if (order === 'add')
      setAsk({ kind: thing.level === 'section' ? 'subcategory' : 'material', in: thing.id })
    else setAsk({ kind: order, thing, name })
  }
  const isSearching = query.trim() !== ''
  const isOpen = (key: string) => isSearching || open.has(key)
  const row = { mark, onOrder }
  return (
    <section className={pane.pane} aria-label={KB.tree}>
      <div className={pane.tools}>
        <SearchField label={KB.search} value={query} onChange={setQuery} />
        <TreeLists />
      </div>
      <QueryView
        query={asked}
        failed={KB.failed}
        compact
        className={pane.body}
        skeleton={
          <div className={styles.skeleton}>
            {LINES.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        }
      >
        {() => (
          <>
            {sections.length === 0 && <EmptyState compact text={isSearching ? KB.nothing_found : KB.empty} />}
            <ul ref={list} className={styles.tree} onKeyDown={onKeyDown} {...handlers}>
              <TreeRows
                sections={sections}
                materialId={materialId}
                isOpen={isOpen}
                onToggle={toggle}
                row={row}
              />
            </ul>
            <Button
              variant="ghost"
              size="s"
              icon={<FolderPlus size={18} aria-hidden />}
              onClick={() => setAsk({ kind: 'section' })}
            >
              {KB.add_section}
            </Button>
            <p className={styles.keys}>{KB.keys}</p>
          </>
        )}
      </QueryView>
      {ask !== null && (
        <TreeDialogs ask={ask} mutations={mutations} onShow={show} onClose={() => setAsk(null)} />
      )}
    </section>
  )
}
