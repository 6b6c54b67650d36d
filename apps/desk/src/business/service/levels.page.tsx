import { getServiceLevels, ServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { Button } from '@podmoga/ui/button/button'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { SaveFoot } from '../save-foot.tsx'
import { LEVELS } from './levels.texts.ts'
import { type Draft, draftOf, type Kept, levelsOf, type TargetDraft } from './levels-draft.ts'
import { changed, moved, without } from './lists.ts'
import { ShiftPart } from './shift-part.tsx'
import { TargetPart } from './target-part.tsx'

const levelsQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'service levels'],
    queryFn: ({ signal }) => call(getServiceLevels, {}, { signal }),
    // What is being typed must not be swept away by a fetch.
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

function LevelsForm({ kept }: { kept: Kept }) {
  const { call } = useScope()
  const client = useQueryClient()
  const made = useRef(0)
  const mark = (): string => {
    made.current += 1
    return `new ${made.current}`
  }
  const { form, values, set, restart, errorOf, submit, say } = useForm<Draft, ServiceLevels>(
    ServiceLevels,
    draftOf(kept),
    { toBody: levelsOf },
  )
  const { run, isPending, problem } = useSubmit({ refreshes: [], onFields: say })
  const save = async (levels: ServiceLevels) => {
    const saved = await run(() => call(setServiceLevels, { body: { ...levels, version: kept.version } }))
    if (saved === null) return
    client.setQueryData(levelsQuery(call).queryKey, saved)
    restart(draftOf(saved))
    toast.success({ title: BUSINESS.saved })
  }
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
          onChange={(change) => set({ targets: changed(targets, at, change) })}
          onRemove={() => set({ targets: without(targets, at) })}
          onMove={(by) => set({ targets: moved(targets, at, by) })}
        />
      ))}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<Plus size={20} aria-hidden />}
          onClick={() => set({ targets: [...targets, { ...NEW_TARGET, mark: mark() }] })}
        >
          {LEVELS.add}
        </Button>
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
          onChange={(change) => set({ shifts: changed(shifts, at, change) })}
          onRemove={() => set({ shifts: without(shifts, at) })}
        />
      ))}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          icon={<Plus size={20} aria-hidden />}
          onClick={() => {
            const [first] = shifts
            if (first !== undefined)
              set({ shifts: [...shifts, { ...first, as_settings: false, mark: mark() }] })
          }}
        >
          {LEVELS.add_shift}
        </Button>
      </div>
      <SaveFoot problem={problem} isPending={isPending} />
    </form>
  )
}

/** By when support is to answer, and in which hours that is counted. */
export function LevelsPage() {
  const { call } = useScope()
  const query = useQuery(levelsQuery(call))
  return (
    <AdminPage title={BUSINESS.levels}>
      <p className="t-muted">{LEVELS.hint}</p>
      <QueryView query={query}>{(kept) => <LevelsForm key={kept.version} kept={kept} />}</QueryView>
    </AdminPage>
  )
}
