import { z } from 'zod'
import { RestaurantGroups } from '../business.ts'
import { endpoint } from '../endpoint.ts'
import { FIELD } from '../fields/field-texts.ts'
import { Id, MessageText, PathId, Text, Time } from '../fields/fields.ts'
import { TAGS_MAX, TITLE_MAX } from '../fields/limits.ts'
import { LIST_LIMITS } from '../fields/list-limits.ts'
import { WholeNumber } from '../fields/whole-number.ts'
import { MacroFate } from './macros.ts'
import { Agent, Priority } from './tickets.ts'
import { Tag } from './work.ts'

const WORDS_MAX = 20
const WORD_MAX = 80
/** A year of minutes. */
const MINUTES_MAX = 525_600

/** What has happened. `wrote`: the restaurant, after its first message; `answered`: a person of support. */
export const RuleWhen = z.enum(['created', 'wrote', 'answered', 'waits', 'soon', 'late', 'rated'])
export type RuleWhen = z.infer<typeof RuleWhen>

/** Every condition holds; an empty one holds always. */
const Conditions = z.object({
  /** Any of them stands in the message, in whatever form; no patterns. */
  words: z.array(Text(WORD_MAX)).max(WORDS_MAX),
  restaurant_ids: z.array(Id).max(1000),
  /** Groups of restaurants, as they are when it happens; beside `restaurant_ids`, either is enough. */
  restaurant_groups: RestaurantGroups.optional(),
  categories: z.array(z.string().regex(/^[a-z0-9_]{1,64}$/, FIELD.bad_value)).max(20),
  priorities: z.array(Priority).max(4),
  /** The ticket has any of them. */
  tags: z.array(Tag).max(TAGS_MAX),
  score: z.enum(['good', 'bad']).nullable(),
})

const RuleActs = z.object({
  assignee: PathId.nullable(),
  group: PathId.nullable(),
  tags: z.array(Tag).max(TAGS_MAX),
  priority: Priority.nullable(),
  note: MessageText.nullable(),
  /** Who is told, by a mention in the note. */
  tell_ids: z.array(Id).max(20),
  /** An answer to the customer, marked as automatic. */
  text: MessageText.nullable(),
})

export const Rule = z
  .object({
    /** null: a new one. */
    id: PathId.nullable(),
    name: Text(TITLE_MAX),
    is_on: z.boolean(),
    when: RuleWhen,
    /** Of support's hours; of «waits» only. */
    minutes: WholeNumber(1, MINUTES_MAX).nullable(),
    conditions: Conditions,
    acts: RuleActs,
  })
  .check(({ value: { when, minutes, acts }, issues }) => {
    const say = (path: string[], message: string) =>
      issues.push({ code: 'custom', input: acts, path, message })
    const { assignee, group, tags, priority, note, tell_ids, text } = acts
    if (when === 'waits' && minutes === null) say(['minutes'], FIELD.required)
    if (text !== null && (when === 'answered' || when === 'rated'))
      say(['acts', 'text'], 'На ответ агента и на оценку правило не отвечает')
    if (tell_ids.length > 0 && note === null) say(['acts', 'note'], 'Напишите, что сказать тем, кого зовёте')
    if (assignee !== null && group !== null) say(['acts', 'group'], 'Выберите агента или группу')
    if ([assignee, group, priority, note, text].every((act) => act === null) && tags.length === 0)
      say(['acts'], 'Выберите хотя бы одно действие')
  })
export type Rule = z.infer<typeof Rule>
export const Rules = z.object({ rules: z.array(Rule).max(LIST_LIMITS.rules.max, LIST_LIMITS.rules.said) })
export type Rules = z.infer<typeof Rules>

const Named = z.object({ id: Id, name: z.string() })
const RulesAnswer = z.object({
  rules: z.array(Rule),
  agents: z.array(Agent),
  groups: z.array(Named),
  restaurants: z.array(Named.extend({ groups: z.array(z.string()) })),
  /** Templates that every agent has, to begin an answer with. */
  canned: z.array(z.object({ id: Id, title: z.string(), text: z.string() })),
  /** Rules that name what is no longer there: they do not run. */
  broken: z.array(z.object({ id: Id, what: z.array(z.string()) })),
  /** What was done last, the newest first. */
  firings: z.array(
    z.object({
      rule_id: Id,
      name: z.string(),
      ticket_id: Id,
      number: z.number().int(),
      at: Time,
      fate: MacroFate,
      has_answered: z.boolean(),
    }),
  ),
  /** Which rules somebody has seen: a save over newer ones is refused. */
  version: Id,
})

export const getRules = endpoint({
  name: 'getRules',
  summary: 'Правила: что делается само, в порядке сверху вниз',
  method: 'GET',
  path: 'desk/rules/',
  auth: 'admin',
  answer: RulesAnswer,
  refusals: [],
})

export const setRules = endpoint({
  name: 'setRules',
  summary: 'Изменить правила, все вместе',
  method: 'POST',
  path: 'desk/rules/',
  auth: 'admin',
  body: Rules.extend({ version: PathId }),
  answer: RulesAnswer,
  refusals: ['changed_meanwhile'],
})

export const tryRule = endpoint({
  name: 'tryRule',
  summary: 'Проверить правило на последних ста тикетах: на каких оно сработало бы; ничего не делается',
  method: 'POST',
  path: 'desk/rules/dry_run/',
  auth: 'admin',
  body: z.object({ rule: Rule }),
  answer: z.object({
    /** How many tickets were looked at. */
    total: z.number().int(),
    /** Those it would have fired on, and how often. */
    tickets: z.array(z.object({ id: Id, number: z.number().int(), times: z.number().int() })),
  }),
  refusals: [],
})
