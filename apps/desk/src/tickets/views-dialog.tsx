import type { Call } from '@podmoga/contract/client'
import { addSavedView, type SavedView } from '@podmoga/contract/desk/views'
import { VIEW_NAME_MAX } from '@podmoga/contract/limits'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { MenuButton } from '@podmoga/ui/menu/menu-button'
import { explain } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { useSubmitKey } from '@podmoga/web/submit-key'
import { useForm } from '@podmoga/web/use-form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import styles from './filters.module.css'
import { filtersOf, type QueueView, viewOfFilters } from './queue-view.ts'
import { SAVED } from './saved.texts.ts'
import { changeView, dropView, keepView, putInOrder, viewsQuery } from './views.api.ts'

const FORM = addSavedView.body.omit({ filters: true })
const EMPTY = { name: '', is_shared: false }

interface ViewsDialogProps {
  call: Call
  view: QueueView
  onView: (view: QueueView) => void
  onClose: () => void
}

const moved = (ids: readonly string[], id: string, by: 1 | -1): string[] => {
  const at = ids.indexOf(id)
  return ids.toSpliced(at, 1).toSpliced(at + by, 0, id)
}

/** Saved filters: to open, to put in order, to rename, to replace, to delete, and to save what the queue shows now. */
export function ViewsDialog({ call, view, onView, onClose }: ViewsDialogProps) {
  const cache = useQueryClient()
  const query = useQuery(viewsQuery(call))
  const [renamed, setRenamed] = useState<SavedView | null>(null)
  const { form, values, set, restart, bind, submit } = useForm(FORM, EMPTY)
  const [problem, setProblem] = useState<string>()
  const [told, setTold] = useState('')
  const [isBusy, setBusy] = useState(false)
  const key = useSubmitKey()
  const views = query.data ?? []

  /** True when it was done; whatever came of it, the list is read anew. */
  const run = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false
    setBusy(true)
    setProblem(undefined)
    try {
      await work()
      return true
    } catch (error) {
      setProblem(explain(error) ?? SAVED.failed)
      return false
    } finally {
      await cache.invalidateQueries({ queryKey: viewsQuery(call).queryKey })
      setBusy(false)
    }
  }
  const nameAnew = (name: string) => restart({ ...values, name })
  const save = async ({ name, is_shared }: typeof EMPTY) => {
    const filters = filtersOf(view)
    const isDone = await run(async () => {
      if (renamed === null)
        return keepView(call, { name, filters, is_shared }, key.of(name, JSON.stringify(filters), is_shared))
      // The answer to the same may have been lost.
      const isRenamed = views.find(({ id }) => id === renamed.id)?.name === name
      return isRenamed || changeView(call, renamed, { name })
    })
    if (!isDone) return
    key.done()
    nameAnew('')
    setRenamed(null)
  }
  const entriesOf = (one: SavedView, list: readonly SavedView[]) => {
    const at = list.indexOf(one)
    const order = (by: 1 | -1) => () => {
      const ids = moved(
        list.map(({ id }) => id),
        one.id,
        by,
      )
      const others = views.filter(({ is_shared }) => is_shared !== one.is_shared).map(({ id }) => id)
      void run(() => putInOrder(call, [...ids, ...others]))
    }
    return [
      { key: 'up', label: SAVED.up, isDisabled: at === 0, onAction: order(-1) },
      { key: 'down', label: SAVED.down, isDisabled: at === list.length - 1, onAction: order(1) },
      {
        key: 'rename',
        label: SAVED.rename,
        onAction: () => {
          setRenamed(one)
          nameAnew(one.name)
        },
      },
      {
        key: 'replace',
        label: SAVED.replace,
        onAction: () => void run(() => changeView(call, one, { filters: filtersOf(view) })),
      },
      {
        key: 'remove',
        label: SAVED.remove,
        tone: 'danger' as const,
        isApart: true,
        onAction: () =>
          void run(() => dropView(call, one.id)).then((isDone) => isDone && setTold(SAVED.removed(one.name))),
      },
    ]
  }
  const part = (title: string, list: readonly SavedView[]) =>
    list.length > 0 && (
      <section className={styles.views}>
        <h3 className={styles.viewsTitle}>{title}</h3>
        <ul>
          {list.map((one) => (
            <li key={one.id} className={styles.view}>
              <button
                type="button"
                className={styles.viewOpen}
                onClick={() => {
                  onView(viewOfFilters(one.filters))
                  onClose()
                }}
              >
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
                entries={entriesOf(one, list)}
              />
            </li>
          ))}
        </ul>
      </section>
    )
  const name = bind('name')
  return (
    <Dialog title={SAVED.saved} onClose={onClose}>
      {query.isError && query.data === undefined ? (
        <QueryError of={query} text={SAVED.load_failed} />
      ) : (
        query.data?.length === 0 && <p className="t-muted">{SAVED.none}</p>
      )}
      {part(
        SAVED.own,
        views.filter(({ is_shared }) => !is_shared),
      )}
      {part(
        SAVED.team,
        views.filter(({ is_shared }) => is_shared),
      )}
      <p role="status" className="t-small">
        {told}
      </p>
      <form ref={form} onSubmit={(event) => submit(event, save)} noValidate className={styles.new}>
        <TextField
          label={renamed === null ? SAVED.save_now : `${SAVED.rename}: ${renamed.name}`}
          placeholder={SAVED.name}
          maxLength={VIEW_NAME_MAX}
          {...name}
          error={name.error ?? problem}
          onChange={(event) => {
            name.onChange(event)
            setProblem(undefined)
          }}
        />
        {renamed === null && (
          <Checkbox checked={values.is_shared} onChange={(event) => set({ is_shared: event.target.checked })}>
            {SAVED.for_team}
          </Checkbox>
        )}
        <div className={styles.bulkLine}>
          <Button type="submit" size="s" isPending={isBusy}>
            {SAVED.save}
          </Button>
          {renamed !== null && (
            <Button
              size="s"
              variant="ghost"
              onClick={() => {
                setRenamed(null)
                nameAnew('')
              }}
            >
              {SAVED.cancel}
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  )
}
