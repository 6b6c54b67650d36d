import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { Link } from '@podmoga/ui/lib/navigation'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { explain } from '@podmoga/web/explain'
import { stored } from '@podmoga/web/stored'
import { useQuery } from '@tanstack/react-query'
import { FolderPlus, MessageCircleQuestion, Replace } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { usePlace } from '../lib/place.tsx'
import { treeQuery } from './knowledge.api.ts'
import { KB } from './knowledge.texts.ts'
import styles from './tree.module.css'
import { found, placeOf, type Thing, wayTo } from './tree.ts'
import { type TreeAsk, TreeDialogs } from './tree-dialogs.tsx'
import { GroupRow, MaterialRow, type RowOrder } from './tree-row.tsx'
import { useTreeDeeds } from './use-tree-deeds.ts'
import { useTreeDrag } from './use-tree-drag.ts'

const OPEN_KEY = 'desk:kb-open'
const LINES = ['80%', '62%', '70%', '55%', '66%', '74%', '58%', '69%']

const thingOf = (element: Element | null): Thing | null => {
  const { level, id } = element?.closest<HTMLElement>('[data-level]')?.dataset ?? {}
  return (level === 'section' || level === 'subcategory' || level === 'material') && id !== undefined
    ? { level, id }
    : null
}

/** Which groups are open, kept by the browser; what leads to the current material opens by itself. */
function useOpenGroups(lead: readonly string[]) {
  const [open, setOpen] = useState(() => new Set((stored.get(OPEN_KEY) ?? '').split(' ').filter(Boolean)))
  const way = lead.join(' ')
  useEffect(() => {
    if (way !== '') setOpen((now) => new Set([...now, ...way.split(' ')]))
  }, [way])
  useEffect(() => stored.set(OPEN_KEY, [...open].join(' ')), [open])
  const toggle = (key: string) =>
    setOpen((now) => new Set(now.has(key) ? [...now].filter((each) => each !== key) : [...now, key]))
  return { open, toggle, show: (key: string) => setOpen((now) => new Set([...now, key])) }
}

/** The whole base: found by name, walked by keys, rearranged by Alt with an arrow or by the pointer. */
export function TreePane({ materialId }: { materialId: string | null }) {
  const { call } = usePlace()
  const { pathname } = useLocation()
  const { data: tree, error, isFetching, refetch } = useQuery(treeQuery(call))
  const deeds = useTreeDeeds()
  const [query, setQuery] = useState('')
  const [ask, setAsk] = useState<TreeAsk | null>(null)
  const { handlers, mark } = useTreeDrag(tree, (thing, spot) => void deeds.move(thing, spot))
  const place = tree !== undefined && materialId !== null ? placeOf(tree, materialId) : null
  const { open, toggle, show } = useOpenGroups(
    place === null ? [] : [`section-${place.section.id}`, `subcategory-${place.subcategory.id}`],
  )
  const sections = useMemo(() => (tree === undefined ? [] : found(tree, query)), [tree, query])
  const list = useRef<HTMLUListElement>(null)
  const follow = useRef<Thing | null>(null)

  // A row that went over into another list is a new element: the focus goes with the thing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the tree
  useEffect(() => {
    const thing = follow.current
    if (thing === null) return
    const row = list.current?.querySelector(
      `[data-level="${thing.level}"][data-id="${CSS.escape(thing.id)}"]`,
    )
    row?.querySelector<HTMLElement>('a, button')?.focus()
    follow.current = null
  }, [tree])

  const stepBy = (thing: Thing, by: 1 | -1) => {
    const spot = deeds.step(thing, by)
    if (spot === null || tree === undefined) return
    // Over an edge into a closed group: the row stays in sight, and the focus with it.
    for (const key of wayTo(tree, thing, spot)) show(key)
    follow.current = thing
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
    <section className={styles.pane} aria-label={KB.tree}>
      <div className={styles.tools}>
        <TextField
          type="search"
          label={KB.search}
          hideLabel
          placeholder={KB.search}
          value={query}
          onChange={(event) => setQuery(event.target.value)}
        />
        <nav className={styles.lists} aria-label={KB.title}>
          <Link
            href="/kb/gaps"
            className={styles.list}
            aria-current={pathname === '/kb/gaps' ? 'page' : undefined}
          >
            <MessageCircleQuestion size={18} aria-hidden />
            {KB.gaps}
          </Link>
          <Link
            href="/kb/synonyms"
            className={styles.list}
            aria-current={pathname === '/kb/synonyms' ? 'page' : undefined}
          >
            <Replace size={18} aria-hidden />
            {KB.synonyms}
          </Link>
        </nav>
      </div>
      <Loading
        className={styles.body}
        isLoading={tree === undefined && error === null}
        skeleton={
          <div className={styles.skeleton}>
            {LINES.map((width) => (
              <Skeleton key={width} width={width} />
            ))}
          </div>
        }
      >
        {tree === undefined ? (
          <ErrorState
            compact
            text={KB.failed}
            detail={explain(error)}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        ) : (
          <>
            {sections.length === 0 && <EmptyState compact text={isSearching ? KB.nothing_found : KB.empty} />}
            <ul ref={list} className={styles.tree} onKeyDown={onKeyDown} {...handlers}>
              {sections.map((section) => {
                const key = `section-${section.id}`
                return (
                  <li key={section.id}>
                    <GroupRow
                      {...row}
                      thing={{ level: 'section', id: section.id }}
                      name={section.name}
                      isOpen={isOpen(key)}
                      onToggle={() => toggle(key)}
                    />
                    {isOpen(key) && (
                      <ul>
                        {section.subcategories.map((subcategory) => {
                          const subkey = `subcategory-${subcategory.id}`
                          return (
                            <li key={subcategory.id}>
                              <GroupRow
                                {...row}
                                thing={{ level: 'subcategory', id: subcategory.id }}
                                name={subcategory.name}
                                isOpen={isOpen(subkey)}
                                onToggle={() => toggle(subkey)}
                              />
                              {isOpen(subkey) && (
                                <ul>
                                  {subcategory.materials.map((item) => (
                                    <li key={item.id}>
                                      <MaterialRow {...row} item={item} isCurrent={item.id === materialId} />
                                    </li>
                                  ))}
                                </ul>
                              )}
                            </li>
                          )
                        })}
                      </ul>
                    )}
                  </li>
                )
              })}
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
      </Loading>
      {ask !== null && <TreeDialogs ask={ask} deeds={deeds} onShow={show} onClose={() => setAsk(null)} />}
    </section>
  )
}
