import type { Call } from '@podmoga/contract/client'
import type { SavedView } from '@podmoga/contract/desk/views'
import { Button } from '@podmoga/ui/button/button'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { QueryError } from '@podmoga/web/query-error'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { filtersOf, type QueueView, viewOfFilters } from '../queue/queue-view.ts'
import styles from './filters.module.css'
import { SAVED } from './saved.texts.ts'
import { useSavedViews } from './use-saved-views.ts'
import { useViewForm, ViewForm } from './view-form.tsx'
import { changeView, dropView } from './views.api.ts'

interface ViewsDialogProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  onClose: () => void
}

interface ViewListProps {
  title: string
  list: readonly SavedView[]
  onOpen: (one: SavedView) => void
  onMove: (one: SavedView, by: 1 | -1) => void
  onRename: (one: SavedView) => void
  /** Replaces its filters with the current view. */
  onReplace: (one: SavedView) => Promise<void>
  onRemove: (one: SavedView) => void
}

function ViewList({ title, list, onOpen, ...does }: ViewListProps) {
  const entriesOf = (one: SavedView, at: number) => [
    { key: 'up', label: SAVED.up, isDisabled: at === 0, onAction: () => does.onMove(one, -1) },
    {
      key: 'down',
      label: SAVED.down,
      isDisabled: at === list.length - 1,
      onAction: () => does.onMove(one, 1),
    },
    { key: 'rename', label: SAVED.rename, onAction: () => does.onRename(one) },
    { key: 'replace', label: SAVED.replace, onAction: () => void does.onReplace(one) },
    {
      key: 'remove',
      label: SAVED.remove,
      tone: 'danger' as const,
      isApart: true,
      onAction: () => does.onRemove(one),
    },
  ]
  if (list.length === 0) return null
  return (
    <section className={styles.views}>
      <h3 className={styles.viewsTitle}>{title}</h3>
      <ul>
        {list.map((one, at) => (
          <li key={one.id} className={styles.view}>
            <button type="button" className={styles.viewOpen} onClick={() => onOpen(one)}>
              <span>{one.name}</span>
              {one.count !== null && (
                <span className={styles.count}>
                  <span aria-hidden>{SAVED.more_than(one.count)}</span>
                  <span className="visually-hidden">{SAVED.stand_in(one.count)}</span>
                </span>
              )}
            </button>
            <MenuButton
              label={SAVED.actions(one.name)}
              menuLabel={SAVED.actions(one.name)}
              variant="icon"
              trigger={<Ellipsis size={20} aria-hidden />}
              entries={entriesOf(one, at)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Saved views: open, reorder, rename, replace, delete, and save the current view. */
export function ViewsDialog({ call, view, onView, onClose }: ViewsDialogProps) {
  const saved = useSavedViews(call)
  const form = useViewForm(saved, view)
  const [notice, setNotice] = useState<{ text: string; was?: SavedView } | null>(null)
  const { query, views, run } = saved
  const does = {
    onOpen: (one: SavedView) => {
      onView(viewOfFilters(one.filters))
      onClose()
    },
    onMove: (one: SavedView, by: 1 | -1) => void saved.move(one, by),
    onRename: form.start,
    onReplace: async (one: SavedView) => {
      const done = await run(() => changeView(call, one, { filters: filtersOf(view) }))
      if (done !== null) setNotice({ text: SAVED.replaced(one.name), was: { ...one, version: done.version } })
    },
    onRemove: (one: SavedView) =>
      void run(() => dropView(call, one.id)).then(
        (done) => done !== null && setNotice({ text: SAVED.removed(one.name) }),
      ),
  }
  const was = notice?.was
  const bringBack = async (former: SavedView) => {
    const done = await run(() => changeView(call, former, { filters: former.filters }))
    if (done !== null) setNotice({ text: SAVED.brought_back(former.name) })
  }
  return (
    <Dialog title={SAVED.saved} onClose={onClose}>
      {query.isError && query.data === undefined ? (
        <QueryError of={query} text={SAVED.load_failed} />
      ) : (
        query.data?.length === 0 && <p className="t-muted">{SAVED.none}</p>
      )}
      <ViewList title={SAVED.own} list={views.filter(({ is_shared }) => !is_shared)} {...does} />
      <ViewList title={SAVED.team} list={views.filter(({ is_shared }) => is_shared)} {...does} />
      <p role="status" className="t-small">
        {notice?.text}
      </p>
      {was !== undefined && (
        <div>
          <Button size="s" variant="secondary" onClick={() => void bringBack(was)}>
            {SAVED.bring_back}
          </Button>
        </div>
      )}
      <ViewForm of={form} saved={saved} />
    </Dialog>
  )
}
