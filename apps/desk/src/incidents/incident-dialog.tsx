import { createIncident, type IncidentProposal } from '@podmoga/contract/desk/incidents'
import { Button } from '@podmoga/ui/button/button'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { MANY } from '../lib/many-choice.texts.ts'
import { type LiveGroups, ManyChoice, toggled } from '../lib/many-choice.tsx'
import { useScope } from '../lib/scope.tsx'
import { useKeptWords } from '../lib/use-kept-words.ts'
import { INCIDENTS_ROOT, modulesQuery, restaurantsQuery } from './incidents.api.ts'
import styles from './incidents.module.css'
import { INCIDENTS } from './incidents.texts.ts'

interface WhereProps {
  isEverywhere: boolean
  onTurn: () => void
  children: ReactNode
}

interface ChoiceProps {
  chosen: readonly string[]
  onChange: (ids: string[]) => void
  live: LiveGroups
}

/** Choice of restaurants, and of groups including restaurants that join them later. */
function Choice({ chosen, onChange, live }: ChoiceProps) {
  const { data = [] } = useQuery(restaurantsQuery(useScope().call))
  return (
    <>
      <ManyChoice find={INCIDENTS.find} items={data} chosen={chosen} onChange={onChange} live={live} />
      <p className="t-small t-muted">
        {INCIDENTS.picked(MANY.picked(chosen.length, live.groups.length) || '0')}
      </p>
    </>
  )
}

/** "Everywhere", or the choice given as children. */
function Where({ isEverywhere, onTurn, children }: WhereProps) {
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{INCIDENTS.where}</legend>
        <Checkbox checked={isEverywhere} onChange={onTurn}>
          {INCIDENTS.all}
        </Checkbox>
      </fieldset>
      {!isEverywhere && children}
    </>
  )
}

interface TopicsProps {
  modules: readonly { key: string; name: string }[]
  chosen: readonly string[]
  onChange: (topics: string[]) => void
}

/** Choice of the affected modules. */
function Topics({ modules, chosen, onChange }: TopicsProps) {
  return (
    <fieldset className={styles.choices}>
      <legend>{INCIDENTS.topics}</legend>
      {modules.map(({ key, name }) => (
        <Checkbox key={key} checked={chosen.includes(key)} onChange={() => onChange(toggled(chosen, key))}>
          {name}
        </Checkbox>
      ))}
    </fieldset>
  )
}

/** Validation errors by field, or null if valid. */
const wrongOf = (typed: object): Record<string, string> | null => {
  const parsed = createIncident.body.safeParse(typed)
  if (parsed.success) return null
  return Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message]))
}

interface IncidentDialogProps {
  /** The detected burst of tickets it is based on, if any. */
  proposal: IncidentProposal | null
  onMade: (id: string) => void
  onClose: () => void
}

/** Creates an incident: what, since when, where, and a workaround. */
export function IncidentDialog({ proposal, onMade, onClose }: IncidentDialogProps) {
  const { call } = useScope()
  const modules = useQuery(modulesQuery(call)).data ?? []
  const of = proposal === null ? '' : `-${proposal.id}`
  const [title, setTitle] = useKeptWords(`incident-title${of}`)
  const [text, setText] = useKeptWords(`incident-text${of}`)
  const [since, setSince] = useState('')
  const [topics, setTopics] = useState<readonly string[]>(
    proposal?.topic === undefined || proposal.topic === null ? [] : [proposal.topic],
  )
  const [isEverywhere, setEverywhere] = useState(true)
  const [restaurants, setRestaurants] = useState<readonly string[]>([])
  const [groups, setGroups] = useState<readonly string[]>([])
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const { run, isPending, problem } = useSubmit({
    refreshes: [INCIDENTS_ROOT],
    onFields: (fields) => setErrors(fields),
  })
  const drop = () => {
    setTitle('')
    setText('')
  }
  const leave = () => {
    drop()
    onClose()
  }
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const typed = {
      title,
      text,
      topics: topics.filter((topic) => modules.some(({ key }) => key === topic)),
      ...(since !== '' && { since: new Date(since).toISOString() }),
      ...(!isEverywhere && restaurants.length > 0 && { restaurants: [...restaurants] }),
      ...(!isEverywhere && groups.length > 0 && { restaurant_groups: [...groups] }),
      ...(proposal !== null && { proposal: proposal.id, tickets: proposal.tickets.map(({ id }) => id) }),
    }
    if (!isEverywhere && restaurants.length + groups.length === 0)
      return setErrors({ restaurants: INCIDENTS.pick_some })
    const wrong = wrongOf(typed)
    if (wrong !== null) return setErrors(wrong)
    setErrors({})
    const made = await run((key) => call(createIncident, { body: typed }, { idempotency_key: key }), {
      of: [JSON.stringify(typed)],
    })
    if (made === null) return
    drop()
    onMade(made.id)
  }
  return (
    <Dialog title={INCIDENTS.form_title} onClose={leave} isDismissable={!isPending}>
      <form className={styles.stack} noValidate onSubmit={(event) => void save(event)}>
        <TextField
          label={INCIDENTS.name}
          value={title}
          error={errors.title}
          onChange={({ target }) => setTitle(target.value)}
          autoComplete="off"
          required
        />
        <TextArea
          label={INCIDENTS.meanwhile}
          rows={3}
          value={text}
          error={errors.text}
          onChange={({ target }) => setText(target.value)}
          required
        />
        <TextField
          label={INCIDENTS.since_field}
          hint={INCIDENTS.since_hint}
          type="datetime-local"
          value={since}
          error={errors.since}
          onChange={({ target }) => setSince(target.value)}
        />
        <Topics modules={modules} chosen={topics} onChange={setTopics} />
        <Where isEverywhere={isEverywhere} onTurn={() => setEverywhere((is) => !is)}>
          <Choice chosen={restaurants} onChange={setRestaurants} live={{ groups, onChange: setGroups }} />
        </Where>
        {(problem ?? errors.restaurants) && (
          <div role="alert">
            <FieldError>{errors.restaurants ?? problem}</FieldError>
          </div>
        )}
        <DialogActions>
          <Button variant="secondary" onClick={leave}>
            {INCIDENTS.cancel}
          </Button>
          <Button type="submit" isPending={isPending}>
            {INCIDENTS.create}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
