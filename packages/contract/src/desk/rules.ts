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
/** One year. */
const MINUTES_MAX = 525_600

/** The trigger. `wrote`: the restaurant, after its first message; `answered`: an agent. */
export const RuleWhen = z.enum(['created', 'wrote', 'answered', 'waits', 'soon', 'late', 'rated'])
export type RuleWhen = z.infer<typeof RuleWhen>

/** All conditions must match; an empty one always matches. */
const Conditions = z.object({
  /** The message contains any of them, in any inflected form; not patterns. */
  words: z.array(Text(WORD_MAX)).max(WORDS_MAX),
  restaurant_ids: z.array(Id).max(1000),
  /** Groups of restaurants, with their members at that time. A restaurant matches this or `restaurant_ids`. */
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
  /** The agents to notify, by a mention in the note. */
  tell_ids: z.array(Id).max(20),
  /** An answer to the customer, marked as automatic. */
  text: MessageText.nullable(),
})

export const Rule = z
  .object({
    /** null: a new rule. */
    id: PathId.nullable(),
    name: Text(TITLE_MAX),
    is_on: z.boolean(),
    when: RuleWhen,
    /** Minutes within support's hours; only for `waits`. */
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
export const Rules = z.object({ rules: z.array(Rule).max(LIST_LIMITS.rules.max, LIST_LIMITS.rules.message) })
export type Rules = z.infer<typeof Rules>

const Named = z.object({ id: Id, name: z.string() })
const RulesAnswer = z.object({
  rules: z.array(Rule),
  agents: z.array(Agent),
  groups: z.array(Named),
  restaurants: z.array(Named.extend({ groups: z.array(z.string()) })),
  /** Shared canned replies, to start an answer from. */
  canned: z.array(z.object({ id: Id, title: z.string(), text: z.string() })),
  /** Rules that refer to deleted objects: they do not run. */
  broken: z.array(z.object({ id: Id, what: z.array(z.string()) })),
  /** The last firings, newest first. */
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
  /** The version of the rules; a save based on an older version is refused. */
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
    /** The number of tickets checked. */
    total: z.number().int(),
    /** The tickets on which it would have fired, and how often. */
    tickets: z.array(z.object({ id: Id, number: z.number().int(), times: z.number().int() })),
  }),
  refusals: [],
})
