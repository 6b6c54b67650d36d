import { Groups, getGroups, setGroups } from '@podmoga/contract/desk/groups'
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
import { type GroupDraft, GroupPart, type KeptGroups } from './group-part.tsx'
import { GROUPS } from './groups.texts.ts'
import { minutesOf } from './levels-draft.ts'
import { changed, moved, without } from './lists.ts'

export const groupsQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'groups'],
    queryFn: ({ signal }) => call(getGroups, {}, { signal }),
    // What is being typed must not be swept away by a fetch.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

interface Draft {
  groups: readonly GroupDraft[]
}
const draftOf = ({ groups }: KeptGroups): Draft => ({
  groups: groups.map((group) => ({ ...group, mark: group.id, most: group.most?.toString() ?? '' })),
})
const bodyOf = ({ groups }: Draft) => ({
  groups: groups.map(({ mark: _, most, ...group }) => ({ ...group, most: minutesOf(most) })),
})

function GroupsForm({ kept }: { kept: KeptGroups }) {
  const { call } = useScope()
  const client = useQueryClient()
  const made = useRef(0)
  const { form, values, set, restart, errorOf, submit, say } = useForm<Draft, Groups>(Groups, draftOf(kept), {
    toBody: bodyOf,
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [], onFields: say })
  const save = async (body: Groups) => {
    const saved = await run(() => call(setGroups, { body: { ...body, version: kept.version } }))
    if (saved === null) return
    client.setQueryData(groupsQuery(call).queryKey, saved)
    restart(draftOf(saved))
    toast.success({ title: BUSINESS.saved })
  }
  const { groups } = values
  const add = () => {
    made.current += 1
    const rest = { restaurant_ids: [], categories: [], member_ids: [], way: 'load', most: '' } as const
    const fresh = { ...rest, restaurant_ids: [], categories: [], member_ids: [] }
    set({ groups: [...groups, { ...fresh, id: null, name: GROUPS.new_name, mark: `new ${made.current}` }] })
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
      {groups.length === 0 && <p className="t-muted">{GROUPS.none}</p>}
      {groups.map((part, at) => (
        <GroupPart
          key={part.mark}
          part={part}
          at={at}
          of={groups.length}
          kept={kept}
          errorOf={errorOf}
          onChange={(change) => set({ groups: changed(groups, at, change) })}
          onRemove={() => set({ groups: without(groups, at) })}
          onMove={(by) => set({ groups: moved(groups, at, by) })}
        />
      ))}
      <div className={styles.actions}>
        <Button variant="secondary" icon={<Plus size={20} aria-hidden />} onClick={add}>
          {GROUPS.add}
        </Button>
      </div>
      <SaveFoot problem={problem} isPending={isPending} />
    </form>
  )
}

/** Which agents answer for what together. */
export function GroupsPage() {
  const { call } = useScope()
  const query = useQuery(groupsQuery(call))
  return (
    <AdminPage title={BUSINESS.groups}>
      <p className="t-muted">{GROUPS.hint}</p>
      <QueryView query={query}>{(kept) => <GroupsForm key={kept.version} kept={kept} />}</QueryView>
    </AdminPage>
  )
}
