import type { Call } from '@podmoga/contract/client'
import { getGroups, setGroups, setOwnPresence } from '@podmoga/contract/desk/groups'
import { listNotes } from '@podmoga/contract/desk/notes'
import { getRules, type Rule, setRules, tryRule } from '@podmoga/contract/desk/rules'
import { getServiceLevels, setServiceLevels } from '@podmoga/contract/desk/service'
import { getDeskTicket } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { listMessages, rateTicket } from '@podmoga/contract/tickets'
import { beforeAll, expect, test } from 'vitest'
import { refusalOf } from '../../http/testing-refusals.ts'
import { addPerson } from '../../session/session.testing.ts'
import { answer, expectSound, reply, useTicketWorld, writeTicket } from '../../tickets/tickets.testing.ts'

const t = useTicketWorld()
let admin: Call
beforeAll(async () => {
  const { n1: business_id } = t.walls.businesses
  const desk = [{ role: 'admin' as const, business_id }]
  const { login } = await addPerson(t.world.sql, { business_id, email: 'head@walls.test', desk })
  admin = t.world.as({ token: await t.world.signIn(login) })
})

type Draft = Partial<Omit<Rule, 'conditions' | 'acts'>> & {
  conditions?: Partial<Rule['conditions']>
  acts: Partial<Rule['acts']>
}
const ruleOf = ({ conditions, acts, ...rest }: Draft): Rule => ({
  id: null,
  name: 'Правило',
  is_on: true,
  when: 'created',
  minutes: null,
  ...rest,
  conditions: {
    words: [],
    restaurant_ids: [],
    categories: [],
    priorities: [],
    tags: [],
    score: null,
    ...conditions,
  },
  acts: {
    assignee: null,
    group: null,
    tags: [],
    priority: null,
    note: null,
    tell_ids: [],
    text: null,
    ...acts,
  },
})
const save = async (rules: readonly Rule[]) => {
  const { version } = await admin(getRules, {})
  return admin(setRules, { body: { rules: [...rules], version } })
}
const ticketOf = (ticketId: string) => t.agent.call(getDeskTicket, { params: { ticketId } })
const firedOf = async (ticketId: string): Promise<(string | null)[]> =>
  (await t.agent.call(listLog, { params: { ticketId } })).results
    .filter(({ act }) => act === 'rule')
    .map(({ to }) => to)
    .toReversed()
const expectFired = (id: string, names: readonly string[]) => expect.poll(() => firedOf(id)).toEqual(names)

test('a new ticket with the words is tagged, raised, noted and answered once, and still counts as unanswered', async () => {
  const text = 'Здравствуйте, {имя}! Проверьте кабель.'
  await save([
    // Above the rule that enables it.
    ruleOf({ name: 'Срочно', conditions: { tags: ['касса'] }, acts: { priority: 'urgent' } }),
    ruleOf({
      name: 'Терминал',
      conditions: { words: ['терминал'] },
      acts: { tags: ['касса'], text, note: 'Посмотрите', tell_ids: [t.walls.agent.id] },
    }),
    ruleOf({ name: 'Ещё ответ', when: 'wrote', acts: { text: 'Ждите' } }),
  ])
  const other = await writeTicket(t.A, 'Обычный вопрос')
  const { id } = await writeTicket(t.A, 'Не включаются ТЕРМИНАЛЫ на баре')
  await expectFired(id, ['Терминал', 'Срочно'])
  const ticket = await ticketOf(id)
  expect(ticket).toMatchObject({ priority: 'urgent', tags: ['касса'] })
  const days = (await t.A.call(listMessages, { params: { ticketId: id } })).results
  const messages = days.flatMap(({ results }) => results)
  expect(messages.map(({ mark, text: one }) => [mark, one])).toContainEqual([
    'Автоматический ответ',
    expect.stringMatching(/^Здравствуйте, .+! Проверьте кабель\.$/),
  ])
  expect((await t.agent.call(listNotes, { params: { ticketId: id } })).results[0]).toMatchObject({
    note_text: 'Посмотрите',
    mentions: [{ id: t.walls.agent.id }],
  })
  const [row] = await t.world.sql`
    select waiting_since is not null as waits, (select count(*)::int from messages where ticket_id = ${id} and is_automatic) as said
    from tickets where id = ${id}`
  expect(row).toEqual({ waits: true, said: 1 })
  expect(await firedOf(other.id)).toEqual([])
  await expectSound(t.world)
})

test('a rule never answers after an agent, nor twice, and each event fires a rule once', async () => {
  await save([
    ruleOf({ name: 'Пишут', when: 'wrote', acts: { text: 'Мы помним о вас', note: 'Пишет ещё' } }),
    ruleOf({ name: 'Ответили', when: 'answered', acts: { tags: ['отвечено'] } }),
    ruleOf({ name: 'Плохо', when: 'rated', conditions: { score: 'bad' }, acts: { tags: ['разобрать'] } }),
  ])
  const { id } = await writeTicket(t.A)
  await reply(t.A, id, 'Раз')
  await expectFired(id, ['Пишут'])
  await reply(t.A, id, 'Два')
  await expectFired(id, ['Пишут', 'Пишут'])
  await answer(t.agent, id, 'Иду', { close: 'true' })
  await expectFired(id, ['Пишут', 'Пишут', 'Ответили'])
  await t.A.call(rateTicket, { params: { ticketId: id }, body: { score: 'bad' } })
  await expectFired(id, ['Пишут', 'Пишут', 'Ответили', 'Плохо'])
  expect((await ticketOf(id)).tags).toEqual(['отвечено', 'разобрать'])
  const automatic = await t.world.sql`select text from messages where ticket_id = ${id} and is_automatic`
  expect(automatic).toEqual([{ text: 'Мы помним о вас' }])
})

test('within a batch, later events see what rules did for earlier ones; a phrase matches if all its words do', async () => {
  await save([
    ruleOf({ name: 'Метка', conditions: { words: ['нет связи', '…'] }, acts: { tags: ['связь'] } }),
    ruleOf({ name: 'Снова', when: 'wrote', conditions: { tags: ['связь'] }, acts: { priority: 'high' } }),
    ruleOf({
      name: 'Нигде',
      when: 'wrote',
      conditions: { words: ['терминал связи'] },
      acts: { tags: ['нет'] },
    }),
  ])
  const { n1 } = t.walls.businesses
  // Another server holds the lease, so that all of this is handled in one batch.
  await t.world.sql`update rule_cursors set leased_until = 'infinity' where business_id = ${n1}`
  const { id } = await writeTicket(t.A, 'Со вчерашнего дня нет никакой связи')
  await reply(t.A, id, 'Связь всё ещё не работает')
  expect(await firedOf(id)).toEqual([])
  await t.world.sql`update rule_cursors set leased_until = null where business_id = ${n1}`
  const last = await writeTicket(t.A, 'Нет связи')
  await expectFired(last.id, ['Метка'])
  expect(await firedOf(id)).toEqual(['Метка', 'Снова'])
  expect(await ticketOf(id)).toMatchObject({ tags: ['связь'], priority: 'high' })
})

test('a wait in support’s hours and a late answer set rules off; a group is given what falls to another', async () => {
  const group = { id: null, restaurant_ids: [], categories: [], way: 'load' as const, most: null }
  const { groups } = await admin(setGroups, {
    body: {
      version: (await admin(getGroups, {})).version,
      groups: [
        { ...group, name: 'Все', member_ids: [] },
        { ...group, name: 'Вторая', member_ids: [t.walls.agent.id] },
      ],
    },
  })
  const now = await admin(getServiceLevels, {})
  const any = {
    priority: null,
    category: null,
    restaurant_ids: [],
    next_minutes: null,
    solution_minutes: null,
  }
  const targets = [{ ...any, name: 'Все', first_minutes: 20 }]
  await admin(setServiceLevels, { body: { targets, shifts: now.shifts, version: now.version } })
  await save([
    ruleOf({ name: 'Долго', when: 'waits', minutes: 30, acts: { group: groups[1]?.id ?? null } }),
    ruleOf({ name: 'Очень долго', when: 'waits', minutes: 600, acts: { priority: 'urgent' } }),
    ruleOf({ name: 'Поздно', when: 'late', acts: { priority: 'high' } }),
  ])
  await t.agent.call(setOwnPresence, { body: { state: 'work' } })
  const { id } = await writeTicket(t.A)
  const before = await writeTicket(t.A)
  await answer(t.agent, before.id, 'Ответ')
  await expect
    .poll(() => t.world.sql`select due_at from ticket_clocks where ticket_id = ${id}`)
    .toEqual([{ due_at: expect.any(Date) }])
  expect(await firedOf(id)).toEqual([])
  expect((await ticketOf(id)).assignee).toBeNull()
  t.world.clock.move(31 * 60_000)
  await expect.poll(async () => (await firedOf(id)).toSorted()).toEqual(['Долго', 'Поздно'])
  await expect.poll(async () => (await ticketOf(id)).assignee?.id).toBe(t.walls.agent.id)
  expect((await ticketOf(id)).priority).toBe('high')
  expect(await firedOf(before.id)).toEqual([])
})

test('words are words: patterns and queries stand for themselves, too many are refused, and the longest message is looked through at once', async () => {
  const words = [
    ...[
      '.*',
      '(a+)+$',
      "'; drop table tickets; --",
      'касса & !чек | (',
      'терминал:*',
      '\\',
      '%',
      '🧾',
      '<->',
    ],
    'a'.repeat(80),
    'а б '.repeat(20).trim(),
  ]
  const hostile = ruleOf({ name: 'Враг', conditions: { words }, acts: { tags: ['враг'] } })
  const put = async (rules: readonly Rule[]) => {
    const { version } = await admin(getRules, {})
    return (await refusalOf(admin(setRules, { body: { rules: [...rules], version } }))).code
  }
  const many = (count: number) => Array.from({ length: count }, (_, nth) => `слово${nth}`)
  const sayOf = (...of: string[]) => put([{ ...hostile, conditions: { ...hostile.conditions, words: of } }])
  expect(await sayOf(...many(21))).toBe('invalid')
  expect(await sayOf('a'.repeat(81))).toBe('invalid')
  expect(await sayOf('a\u0000b')).toBe('invalid')
  expect(await put(Array.from({ length: 51 }, () => hostile))).toBe('invalid')
  // The maximum number of rules and of words; only the first rule has a word of the message.
  const full = many(49).map((name) => ruleOf({ name, conditions: { words: many(20) }, acts: { note: name } }))
  await save([hostile, ...full])
  const long = 'a'.repeat(20) + ' aaaa('.repeat(1500)
  const began = performance.now()
  const { id: quiet } = await writeTicket(t.A, long)
  const { id } = await writeTicket(t.A, 'Терминалы за баром')
  await expectFired(id, ['Враг'])
  expect(performance.now() - began).toBeLessThan(5000)
  expect(await firedOf(quiet)).toEqual([])
})

test('a clock set back neither stops a rule nor makes it fire again', async () => {
  await save([ruleOf({ name: 'Новый', acts: { note: 'Посмотрите' } })])
  const { id } = await writeTicket(t.A)
  await expectFired(id, ['Новый'])
  t.world.clock.move(-2 * 3_600_000)
  // A token issued before the clock was set back is not accepted.
  const token = await t.world.signIn(t.walls.A.login)
  const later = await writeTicket({ ...t.A, call: t.world.as({ token, restaurant_id: t.walls.r11 }) })
  const fired = () => t.world.sql`select ticket_id from rule_firings where name = 'Новый' order by ticket_id`
  await expect.poll(fired).toEqual([{ ticket_id: id }, { ticket_id: later.id }])
  t.world.clock.move(2 * 3_600_000)
})

test('N11: a rule names nothing of another business, on or off; one that has lost its agent is kept while off', async () => {
  const { walls, world } = t
  const [group] = await world.sql<{ id: string }[]>`
    insert into agent_groups (business_id, name, place, restaurant_ids, categories, way)
    values (${walls.businesses.n2}, 'Чужая', 1, '{}', '{}', 'turn') returning id`
  await world.sql`update restaurants set groups = '{Чужие}' where id = ${walls.r21}`
  await save([])
  const { version } = await admin(getRules, {})
  const foreign: Draft[] = [
    { conditions: { restaurant_ids: [walls.r21] }, acts: { note: 'Смотрите' } },
    { conditions: { restaurant_groups: ['Чужие'] }, acts: { note: 'Смотрите' } },
    { acts: { assignee: walls.agent2.id } },
    { acts: { group: group?.id ?? '' } },
    { acts: { note: 'Смотрите', tell_ids: [walls.agent2.id] } },
  ]
  for (const draft of foreign)
    for (const is_on of [true, false]) {
      const rules = [ruleOf({ ...draft, is_on })]
      expect(
        await refusalOf(admin(setRules, { body: { rules, version } })),
        JSON.stringify(draft),
      ).toMatchObject({
        code: 'invalid',
      })
    }
  await writeTicket(t.A)
  const tried = async (rule: Rule) => (await admin(tryRule, { body: { rule } })).tickets
  expect(await tried(ruleOf({ acts: { note: 'Смотрите' } }))).not.toEqual([])
  for (const draft of foreign.slice(0, 2)) expect(await tried(ruleOf(draft))).toEqual([])
  const { id: person_id, login: email } = await addPerson(world.sql, {
    business_id: walls.businesses.n1,
    email: 'leaves@walls.test',
    desk: [{ role: 'agent', business_id: walls.businesses.n1 }],
  })
  const { rules } = await save([ruleOf({ name: email, acts: { assignee: person_id } })])
  await world.sql`delete from desk_members where person_id = ${person_id}`
  const kept = await save(rules.map((rule) => ({ ...rule, is_on: false })))
  expect(kept.broken).toHaveLength(1)
  const elsewhere = kept.rules.map((rule) => ({ ...rule, acts: { ...rule.acts, assignee: walls.agent2.id } }))
  expect(
    await refusalOf(admin(setRules, { body: { rules: elsewhere, version: kept.version } })),
  ).toMatchObject({ code: 'invalid' })
  expect((await save([])).rules).toEqual([])
})

test('a rule with a broken reference is reported and does not run; a dry run reports what would happen and writes nothing', async () => {
  const { r11 } = t.walls
  const tagged = ruleOf({ name: 'Метка', conditions: { restaurant_ids: [r11] }, acts: { tags: ['новая'] } })
  const { rules } = await save([ruleOf({ name: 'Агенту', acts: { assignee: t.walls.agent.id } }), tagged])
  const tried = await admin(tryRule, {
    body: { rule: { ...tagged, is_on: false, conditions: { ...tagged.conditions, words: ['касса'] } } },
  })
  expect(tried.total).toBe(await countTickets())
  expect(tried.tickets.length).toBeGreaterThan(1)
  expect(tried.tickets.length).toBeLessThan(tried.total)
  expect((await ticketOf(tried.tickets[0]?.id ?? '')).tags).not.toContain('новая')
  await t.world.sql`delete from desk_members where person_id = ${t.walls.agent.id}`
  const kept = await admin(getRules, {})
  expect(kept.broken).toEqual([{ id: rules[0]?.id, what: ['агент'] }])
  const { id } = await writeTicket(t.A)
  await expect
    .poll(async () => (await admin(getRules, {})).firings[0])
    .toMatchObject({ name: 'Метка', ticket_id: id, fate: 'done' })
  const refused = await refusalOf(admin(setRules, { body: { rules: kept.rules, version: kept.version } }))
  expect(refused.fields).toHaveProperty(['rules 0 acts assignee'])
  const stale = refusalOf(admin(setRules, { body: { rules: [], version: '1' } }))
  expect((await stale).code).toBe('changed_meanwhile')
})
const countTickets = async () =>
  (await t.world.sql`select count(*)::int as n from tickets where business_id = ${t.walls.businesses.n1}`)[0]
    ?.n
