import { AUDIENCE_ROLES, type MaterialAudience } from '@podmoga/contract/desk/material/audience'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { countGroups } from '../../lib/count-groups.ts'
import { ManyChoice, toggled } from '../../lib/many-choice.tsx'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'
import { TREE_KEY } from '../knowledge.api.ts'
import { audienceKey, choicesQuery, setAudience } from './audience.api.ts'
import own from './audience.module.css'
import { AUDIENCE } from './audience.texts.ts'

interface AudienceDialogProps {
  materialId: string
  business: string
  audience: MaterialAudience
  onClose: () => void
}

/** Chooses roles, groups and restaurants; nothing ticked means everybody. */
export function AudienceDialog({ materialId, business, audience, onClose }: AudienceDialogProps) {
  const { call } = useScope()
  const client = useQueryClient()
  const choices = useQuery(choicesQuery(call, business))
  /** The revision that the choice is based on. */
  const [{ revision: seen }] = useState(audience)
  const [roles, setRoles] = useState(audience.roles)
  const [groups, setGroups] = useState(audience.groups)
  const [restaurants, setRestaurants] = useState(() => audience.restaurants.map(({ id }) => id))
  const { run, isPending, problem } = useSubmit({
    failed: AUDIENCE.failed,
    refreshes: [TREE_KEY, audienceKey(materialId)],
  })
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const body = { roles, groups, restaurants, revision: audience.revision }
    const set = await run(() => setAudience(call, materialId, body))
    if (set === null) return
    client.setQueryData(audienceKey(materialId), set)
    onClose()
  }
  return (
    <Dialog title={AUDIENCE.title} onClose={onClose} isDismissable={!isPending}>
      <form className={styles.part} onSubmit={(event) => void save(event)}>
        <p className="t-small t-muted">{AUDIENCE.hint}</p>
        <fieldset className={own.choice}>
          <legend className="t-h3">{AUDIENCE.roles}</legend>
          {AUDIENCE_ROLES.map((role) => (
            <Checkbox
              key={role}
              checked={roles.includes(role)}
              onChange={() => setRoles(toggled(roles, role))}
            >
              {AUDIENCE.role[role]}
            </Checkbox>
          ))}
        </fieldset>
        <QueryView
          query={choices}
          failed={AUDIENCE.load_failed}
          skeleton={<Skeleton shape="box" width="100%" height={120} />}
        >
          {({ restaurants: all }) => {
            // Chosen groups and restaurants that no longer exist stay listed until they are unticked.
            const known = countGroups(all).map(([group]) => group)
            const names = [...known, ...audience.groups.filter((group) => !known.includes(group))]
            const others = audience.restaurants.filter(({ id }) => !all.some((one) => one.id === id))
            return (
              <>
                {names.length > 0 && (
                  <fieldset className={own.choice}>
                    <legend className="t-h3">{AUDIENCE.groups}</legend>
                    <p className="t-small t-muted">{AUDIENCE.groups_hint}</p>
                    {names.map((group) => (
                      <Checkbox
                        key={group}
                        checked={groups.includes(group)}
                        onChange={() => setGroups(toggled(groups, group))}
                      >
                        {group}
                      </Checkbox>
                    ))}
                  </fieldset>
                )}
                <fieldset className={own.choice}>
                  <legend className="t-h3">{AUDIENCE.restaurants}</legend>
                  <ManyChoice
                    find={AUDIENCE.find}
                    items={[...all.map(({ id, name }) => ({ id, name })), ...others]}
                    chosen={restaurants}
                    onChange={setRestaurants}
                  />
                </fieldset>
              </>
            )
          }}
        </QueryView>
        <div role="alert">
          {problem !== null && <FieldError>{problem}</FieldError>}
          {audience.revision !== seen && <p>{AUDIENCE.now(audience.text ?? AUDIENCE.everybody)}</p>}
        </div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {AUDIENCE.cancel}
          </Button>
          <Button type="submit" disabled={choices.data === undefined} isPending={isPending}>
            {AUDIENCE.save}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
