import { Groups, getGroups, setGroups } from '@podmoga/contract/desk/groups'
import { uuid } from '@podmoga/contract/fields/uuid'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { AddToList } from '../../lib/list-form/add-to-list.tsx'
import { changed, moved, without } from '../../lib/list-form/lists.ts'
import { adopted, listNews, rebasedList } from '../../lib/list-form/rebased-list.ts'
import { listFormOf, useListForm } from '../../lib/list-form/use-list-form.ts'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { type GroupDraft, GroupPart, GroupsDraft, type KeptGroups } from './group-part.tsx'
import { GROUPS } from './groups.texts.ts'
import { minutesOf } from './levels-draft.ts'
import { ListFoot } from './list-foot.tsx'

export const groupsQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'groups'],
    queryFn: ({ signal }) => call(getGroups, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

const draftOf = ({ groups }: KeptGroups): GroupsDraft => ({
  groups: groups.map((group) => ({ ...group, mark: group.id, most: group.most?.toString() ?? '' })),
})
const bodyOf = ({ groups }: GroupsDraft) => ({
  groups: groups.map(({ mark: _, most, ...group }) => ({ ...group, most: minutesOf(most) })),
})
const newGroup = (): GroupDraft => ({
  ...{ mark: uuid(), id: null, name: GROUPS.new_name, way: 'load' as const, most: '' },
  ...{ restaurant_ids: [], categories: [], member_ids: [] },
})
const LEFT = listFormOf(GroupsDraft)

function GroupsForm({ kept }: { kept: KeptGroups }) {
  const { call } = useScope()
  const of = useListForm<KeptGroups, GroupsDraft, Groups>({
    ...{ name: 'groups', left: LEFT, kept, queryKey: groupsQuery(call).queryKey, schema: Groups },
    ...{ draftOf, bodyOf, saved: BUSINESS.saved },
    look: () => call(getGroups, {}),
    save: (body) => call(setGroups, { body }),
    rebase: (mine, seen, theirs) => ({ groups: rebasedList(mine.groups, seen.groups, theirs.groups) }),
    newsOf: (seen, theirs) => listNews(seen.groups, theirs.groups),
    adopt: (now, sent, saved) => ({ groups: adopted(now.groups, sent.groups, saved.groups) }),
  })
  const { form, values, set, errorOf, errorIn, submit, save, ...state } = of
  const { groups } = values
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
          errorIn={errorIn}
          onChange={(change) => set({ groups: changed(groups, at, change) })}
          onRemove={() => set({ groups: without(groups, at) })}
          onMove={(by) => set({ groups: moved(groups, at, by) })}
        />
      ))}
      <div className={styles.actions}>
        <AddToList list="groups" of={groups.length} onAdd={() => set({ groups: [...groups, newGroup()] })}>
          {GROUPS.add}
        </AddToList>
      </div>
      <ListFoot {...state} />
    </form>
  )
}

/** Groups of agents and the tickets assigned to them. */
export function EditGroupsPage() {
  const { call } = useScope()
  const query = useQuery(groupsQuery(call))
  return (
    <AdminPage title={BUSINESS.groups}>
      <p className="t-muted">{GROUPS.hint}</p>
      <QueryView query={query}>{(kept) => <GroupsForm kept={kept} />}</QueryView>
    </AdminPage>
  )
}
