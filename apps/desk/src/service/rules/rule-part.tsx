import { RuleWhen } from '@podmoga/contract/desk/rules'
import { Priority } from '@podmoga/contract/desk/tickets'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { TextField } from '@podmoga/ui/field/text-field'
import { IconButton } from '@podmoga/ui/icon-button/icon-button'
import { Select } from '@podmoga/ui/select/select'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { Choices } from '../../lib/choices.tsx'
import { DryRun } from './dry-run.tsx'
import styles from './rules.module.css'
import { RULES } from './rules.texts.ts'
import { type KeptRules, NONE, type RuleDraft, ruleOf } from './rules-draft.ts'

type Named = readonly { id: string; name: string }[]

const CATEGORIES = APPEAL_TYPES.map(({ key, name }) => ({ id: key, name }))
const PRIORITIES = Priority.options.map((key) => ({ key, name: RULES.priorities[key] }))
const keyed = (all: Named, none: string) => [
  { key: NONE, name: none },
  ...all.map(({ id, name }) => ({ key: id, name })),
]

interface PartProps {
  part: RuleDraft
  kept: KeptRules
  errorOf: (path: string) => string | undefined
  /** Also finds errors of nested fields. */
  errorIn: (path: string) => string | undefined
  onChange: (change: Partial<RuleDraft>) => void
}
type TextName = 'name' | 'minutes' | 'words' | 'with_tags' | 'tags' | 'note' | 'text'
type ChoiceName = 'score' | 'assignee' | 'group' | 'set_priority'

/** Field bindings of one rule. */
const binds = ({ part, errorIn, onChange }: PartProps) => ({
  text: (name: TextName, path: string) => ({
    value: part[name],
    error: errorIn(path),
    autoComplete: 'off',
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  }),
  choice: (name: ChoiceName, path?: string) => ({
    value: part[name],
    error: path === undefined ? undefined : errorIn(path),
    onChange: ({ target: { value } }: { target: { value: string } }) => onChange({ [name]: value }),
  }),
})

/** Fields of a rule's conditions. */
function Conditions(props: PartProps) {
  const { part, kept, errorIn, onChange } = props
  const { text, choice } = binds(props)
  return (
    <>
      <p className="t-muted">{RULES.conditions}</p>
      <div className={styles.fields}>
        <TextField label={RULES.words} hint={RULES.words_hint} {...text('words', 'conditions words')} />
        <TextField label={RULES.with_tags} hint={RULES.by_comma} {...text('with_tags', 'conditions tags')} />
        <Choices
          title={RULES.priority}
          none={RULES.any}
          options={PRIORITIES.map(({ key: id, name }) => ({ id, name }))}
          chosen={part.priorities}
          error={errorIn('conditions priorities')}
          onChange={(priorities) => onChange({ priorities })}
        />
        {part.when === 'rated' && (
          <Select
            label={RULES.score}
            options={[
              { key: NONE, name: RULES.any },
              { key: 'good', name: RULES.scores.good },
              { key: 'bad', name: RULES.scores.bad },
            ]}
            {...choice('score')}
          />
        )}
        <Choices
          title={RULES.restaurants}
          none={RULES.all_restaurants}
          options={kept.restaurants}
          chosen={part.restaurant_ids}
          error={errorIn('conditions restaurant_ids') ?? errorIn('conditions restaurant_groups')}
          onChange={(restaurant_ids) => onChange({ restaurant_ids })}
          live={{
            groups: part.restaurant_groups,
            onChange: (restaurant_groups) => onChange({ restaurant_groups }),
          }}
        />
        <Choices
          title={RULES.categories}
          none={RULES.all_categories}
          options={CATEGORIES}
          chosen={part.categories}
          error={errorIn('conditions categories')}
          onChange={(categories) => onChange({ categories })}
        />
      </div>
    </>
  )
}

/** Fields of a rule's actions. */
function Acts(props: PartProps) {
  const { part, kept, errorIn, onChange } = props
  const { canned } = kept
  const { text, choice } = binds(props)
  const nothing = props.errorOf('acts')
  return (
    <>
      <p className="t-muted">{RULES.acts}</p>
      <div className={styles.fields}>
        <Select
          label={RULES.assignee}
          options={keyed(kept.agents, RULES.same)}
          {...choice('assignee', 'acts assignee')}
        />
        <Select
          label={RULES.group}
          options={keyed(kept.groups, RULES.same)}
          {...choice('group', 'acts group')}
        />
        <Select
          label={RULES.set_priority}
          options={[{ key: NONE, name: RULES.same }, ...PRIORITIES]}
          {...choice('set_priority')}
        />
        <TextField label={RULES.tags} hint={RULES.tags_hint} {...text('tags', 'acts tags')} />
      </div>
      <TextArea label={RULES.note} rows={2} {...text('note', 'acts note')} />
      <Choices
        title={RULES.tell}
        none={RULES.nobody}
        options={kept.agents}
        chosen={part.tell_ids}
        error={errorIn('acts tell_ids')}
        onChange={(tell_ids) => onChange({ tell_ids })}
      />
      {part.when !== 'answered' && part.when !== 'rated' && canned.length > 0 && (
        <Select
          label={RULES.template}
          placeholder={RULES.template_none}
          options={canned.map(({ id, title }) => ({ key: id, name: title }))}
          value=""
          onChange={({ target: { value } }) =>
            onChange({ text: canned.find(({ id }) => id === value)?.text ?? part.text })
          }
        />
      )}
      <TextArea label={RULES.text} hint={RULES.text_hint} rows={2} {...text('text', 'acts text')} />
      {nothing !== undefined && <FieldError>{nothing}</FieldError>}
    </>
  )
}

interface RulePartProps extends PartProps {
  at: number
  of: number
  onRemove: () => void
  onMove: (by: number) => void
}

/** Fields of one rule: trigger, conditions and actions. */
export function RulePart({ at, of, onRemove, onMove, ...rest }: RulePartProps) {
  const { part, kept, onChange } = rest
  const within = (errorAt: PartProps['errorIn']) => (path: string) => errorAt(`rules ${at} ${path}`)
  const props = { ...rest, errorOf: within(rest.errorOf), errorIn: within(rest.errorIn) }
  const { text } = binds(props)
  const broken = kept.broken.find(({ id }) => id === part.id)
  const { name } = part
  return (
    <fieldset className={styles.rule}>
      <legend>{name}</legend>
      {broken !== undefined && <FieldError>{RULES.broken(broken.what)}</FieldError>}
      <Checkbox checked={part.is_on} onChange={({ target: { checked } }) => onChange({ is_on: checked })}>
        {RULES.is_on}
      </Checkbox>
      <div className={styles.fields}>
        <TextField label={RULES.name} maxLength={200} {...text('name', 'name')} />
        <Select
          label={RULES.when}
          options={RuleWhen.options.map((key) => ({ key, name: RULES.whens[key] }))}
          value={part.when}
          onChange={({ target: { value } }) =>
            onChange({ when: RuleWhen.options.find((one) => one === value) ?? part.when })
          }
        />
        {part.when === 'waits' && (
          <TextField label={RULES.minutes} inputMode="numeric" {...text('minutes', 'minutes')} />
        )}
      </div>
      <Conditions {...props} />
      <Acts {...props} />
      <div className={styles.actions}>
        <DryRun rule={() => ruleOf(part)} />
        <IconButton label={RULES.up(name)} disabled={at === 0} onClick={() => onMove(-1)}>
          <ArrowUp size={20} aria-hidden />
        </IconButton>
        <IconButton label={RULES.down(name)} disabled={at === of - 1} onClick={() => onMove(1)}>
          <ArrowDown size={20} aria-hidden />
        </IconButton>
        <IconButton label={RULES.remove(name)} onClick={onRemove}>
          <Trash2 size={20} aria-hidden />
        </IconButton>
      </div>
    </fieldset>
  )
}
