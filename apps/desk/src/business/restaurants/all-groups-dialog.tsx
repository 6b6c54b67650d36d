import {
  listRestaurantGroups,
  type RestaurantGroup,
  removeRestaurantGroup,
  renameRestaurantGroup,
} from '@podmoga/contract/desk/restaurants/groups'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { TextField } from '@podmoga/ui/field/text-field'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { FormFoot } from '../form-foot.tsx'
import { QueryView } from '../query-view.tsx'
import { ALL_GROUPS } from './all-groups.texts.ts'

/** Group names are used in queue filters, rules and elsewhere: after a change all queries are refetched. */
const EVERYTHING = [{ queryKey: [] }]

interface OneProps {
  group: RestaurantGroup
  onClose: () => void
}

/** Renames a group. An existing name merges the two groups, after confirmation. */
function RenameDialog({ group, onClose }: OneProps) {
  const { call } = useScope()
  const [to, setTo] = useState(group.name)
  const [error, setError] = useState<string | undefined>()
  /** Whether the last submitted name is taken. */
  const [isTaken, setTaken] = useState(false)
  const { run, isPending, problem } = useSubmit({
    refreshes: EVERYTHING,
    onFields: (fields) => setError(fields.to),
    onRefused: (refusal) => setTaken(isRefusal(refusal, 'name_taken')),
  })
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const body = { name: group.name, to, merges: isTaken }
    const done = await run(() => call(renameRestaurantGroup, { body }))
    if (done === null) return
    toast.success({ title: isTaken ? ALL_GROUPS.merged(done.name) : ALL_GROUPS.renamed(done.name) })
    onClose()
  }
  return (
    <Dialog title={ALL_GROUPS.rename_it(group.name)} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.form} onSubmit={submit}>
        <TextField
          label={ALL_GROUPS.new_name}
          hint={ALL_GROUPS.rename_hint}
          value={to}
          error={isTaken ? undefined : error}
          autoComplete="off"
          autoFocus
          onChange={(event) => {
            setTo(event.target.value)
            setError(undefined)
            setTaken(false)
          }}
        />
        <div role="status">{isTaken && <p>{ALL_GROUPS.merge_text(group.name, to.trim())}</p>}</div>
        <FormFoot
          problem={problem}
          isPending={isPending}
          submit={isTaken ? ALL_GROUPS.merge : BUSINESS.save}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

/** Removes a group, or says where it is still used. */
function RemoveDialog({ group, onClose }: OneProps) {
  const { call } = useScope()
  const held = group.uses.filter(({ holds }) => holds)
  if (held.length > 0)
    return (
      <Dialog title={ALL_GROUPS.held_title(group.name)} onClose={onClose}>
        <p>{ALL_GROUPS.held_text(held)}</p>
        <DialogActions>
          <Button onClick={onClose}>{ALL_GROUPS.back}</Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <SureDialog
      refreshes={BUSINESS_ROOT}
      title={ALL_GROUPS.remove_title(group.name)}
      text={ALL_GROUPS.remove_text(group)}
      submit={ALL_GROUPS.remove}
      onSubmit={async () => {
        await call(removeRestaurantGroup, { body: { name: group.name } })
        toast.success({ title: ALL_GROUPS.removed(group.name) })
      }}
      onClose={onClose}
    />
  )
}

/** All restaurant groups with their uses: rename, merge, remove. */
export function AllGroupsDialog({ onClose }: { onClose: () => void }) {
  const { call } = useScope()
  const [open, setOpen] = useState<{ what: 'rename' | 'remove'; group: RestaurantGroup } | null>(null)
  const list = useQuery({
    queryKey: [...BUSINESS_ROOT, 'restaurant groups'],
    queryFn: ({ signal }) => call(listRestaurantGroups, {}, { signal }),
  })
  const back = () => setOpen(null)
  if (open?.what === 'rename') return <RenameDialog group={open.group} onClose={back} />
  if (open?.what === 'remove') return <RemoveDialog group={open.group} onClose={back} />
  return (
    <Dialog title={ALL_GROUPS.title} onClose={onClose} size="l">
      <QueryView query={list}>
        {({ groups }) =>
          groups.length === 0 ? (
            <p>{ALL_GROUPS.empty}</p>
          ) : (
            <ul className={styles.list}>
              {groups.map((group) => (
                <li key={group.name} className={styles.row}>
                  <div className={styles.facts}>
                    <p className={styles.name}>{group.name}</p>
                    <p className="t-muted">{ALL_GROUPS.restaurants(group.restaurants)}</p>
                    {group.uses.length > 0 && <p className="t-muted">{ALL_GROUPS.uses(group.uses)}</p>}
                  </div>
                  <div className={styles.actions}>
                    <Button
                      size="s"
                      variant="ghost"
                      aria-label={ALL_GROUPS.rename_it(group.name)}
                      onClick={() => setOpen({ what: 'rename', group })}
                    >
                      {ALL_GROUPS.rename}
                    </Button>
                    <Button
                      size="s"
                      variant="ghost"
                      aria-label={ALL_GROUPS.remove_it(group.name)}
                      onClick={() => setOpen({ what: 'remove', group })}
                    >
                      {ALL_GROUPS.remove}
                    </Button>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Dialog>
  )
}
