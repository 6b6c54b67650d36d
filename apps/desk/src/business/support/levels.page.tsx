import { getServiceLevels, ServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { uuid } from '@podmoga/contract/fields/uuid'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { AddToList } from '../../lib/list-form/add-to-list.tsx'
import { changed, moved, without } from '../../lib/list-form/lists.ts'
import { listFormOf, useListForm } from '../../lib/list-form/use-list-form.ts'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { LEVELS } from './levels.texts.ts'
import {
  Draft,
  draftOf,
  type Kept,
  levelsOf,
  newsOf,
  rebasedDraft,
  type TargetDraft,
} from './levels-draft.ts'
import { ListFoot } from './list-foot.tsx'
import { ShiftPart } from './shift-part.tsx'
import { TargetPart } from './target-part.tsx'

const levelsQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'service levels'],
    queryFn: ({ signal }) => call(getServiceLevels, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

const NEW_TARGET: Omit<TargetDraft, 'mark'> = {
  name: LEVELS.new_name,
  priority: null,
  category: null,
  restaurant_ids: [],
  first_minutes: '',
  next_minutes: '',
  solution_minutes: '',
}

const LEFT = listFormOf(Draft)

function LevelsForm({ kept }: { kept: Kept }) {
  const { call } = useScope()
  const of = useListForm<Kept, Draft, ServiceLevels>({
    ...{ name: 'levels', left: LEFT, kept, queryKey: levelsQuery(call).queryKey, schema: ServiceLevels },
    ...{ draftOf, bodyOf: levelsOf, rebase: rebasedDraft, newsOf, saved: BUSINESS.saved },
    look: () => call(getServiceLevels, {}),
    save: (body) => call(setServiceLevels, { body }),
  })
  const { form, values, set, errorOf, errorIn, submit, save, ...state } = of
  const { targets, shifts } = values
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
      <h2>{LEVELS.targets}</h2>
      {targets.length === 0 && <p className="t-muted">{LEVELS.none}</p>}
      {targets.map((part, at) => (
        <TargetPart
          key={part.mark}
          part={part}
          at={at}
          of={targets.length}
          restaurants={kept.restaurants}
          errorOf={errorOf}
          errorIn={errorIn}
          onChange={(change) => set({ targets: changed(targets, at, change) })}
          onRemove={() => set({ targets: without(targets, at) })}
          onMove={(by) => set({ targets: moved(targets, at, by) })}
        />
      ))}
      <div className={styles.actions}>
        <AddToList
          list="targets"
          of={targets.length}
          onAdd={() => set({ targets: [...targets, { ...NEW_TARGET, mark: uuid() }] })}
        >
          {LEVELS.add}
        </AddToList>
      </div>
      <h2>{LEVELS.hours}</h2>
      <p className="t-muted">{LEVELS.hours_hint}</p>
      {shifts.map((part, at) => (
        <ShiftPart
          key={part.mark}
          part={part}
          at={at}
          of={shifts.length}
          hours={kept.usual_week}
          errorOf={errorOf}
          errorIn={errorIn}
          onChange={(change) => set({ shifts: changed(shifts, at, change) })}
          onRemove={() => set({ shifts: without(shifts, at) })}
        />
      ))}
      <div className={styles.actions}>
        <AddToList
          list="shifts"
          of={shifts.length}
          onAdd={() => {
            const [first] = shifts
            if (first !== undefined)
              set({ shifts: [...shifts, { ...first, as_settings: false, mark: uuid() }] })
          }}
        >
          {LEVELS.add_shift}
        </AddToList>
      </div>
      <ListFoot {...state} />
    </form>
  )
}

/** Response time targets, and the support hours in which they are counted. */
export function LevelsPage() {
  const { call } = useScope()
  const query = useQuery(levelsQuery(call))
  return (
    <AdminPage title={BUSINESS.levels}>
      <p className="t-muted">{LEVELS.hint}</p>
      <QueryView query={query}>{(kept) => <LevelsForm kept={kept} />}</QueryView>
    </AdminPage>
  )
}
