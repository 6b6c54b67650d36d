import { getThesaurus, listGaps, switchThesaurus } from '@podmoga/contract/desk/knowledge'
import { setAlsoAsked } from '@podmoga/contract/desk/materials'
import { listAskedProposals, previewAlsoAsked, previewSynonyms } from '@podmoga/contract/desk/proposals'
import { giveFeedback } from '@podmoga/contract/feedback'
import { getMaterial, listMaterials } from '@podmoga/contract/knowledge'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'
import { changeKnowledge, replaceSynonyms, touchMaterials } from '../knowledge.write.sql.ts'
import { makeMisses } from './misses.ts'
import { makeKnowledgeSearch } from './search-index.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
})
afterAll(() => it.world.close())

const find = async (query: string, call = it.A) =>
  (await call(listMaterials, { query: { search: query } })).map(({ title }) => title)

/** Makes the search of a second server on the same database, with its own index. */
const secondServer = () => {
  const search = makeKnowledgeSearch({ sql: it.world.sql, log: pino({ level: 'silent' }) })
  const reader = { restaurant_id: it.walls.r11, member_id: it.walls.A.id }
  return async (query: string) =>
    (await search.search(it.walls.businesses.n1, query, 20, reader)).map(({ title }) => title)
}

describe('search', () => {
  test('V28 empty and blank words give the frequent questions, signs are only signs', async () => {
    const faq = await addMaterial(it.world, it.subcategory, { title: 'Как закрыть смену', faq_position: 1 })
    await addMaterial(it.world, it.subcategory, { title: 'Возврат по карте', html: '<p>100% суммы</p>' })
    for (const search of ['', '   ', '\u0000', '\t\n'])
      expect((await it.A(listMaterials, { query: { search } })).map(({ id }) => id)).toEqual([faq])
    expect((await it.A(listMaterials, {})).map(({ id }) => id)).toEqual([faq])
    const signs = [
      '%',
      '_',
      '\\',
      "'",
      '"',
      '(((((',
      '.*',
      '*',
      ':',
      '&',
      '|',
      '!',
      '<->',
      '<script>',
      '\ud800',
    ]
    for (const search of signs) expect([search, await find(search)]).toEqual([search, []])
    expect(await find('Возврат%')).toContain('Возврат по карте')
    for (const search of ['с', 'x'.repeat(200), 'x'.repeat(201), 'смену '.repeat(40), 'ё'.repeat(5000)])
      expect(Array.isArray(await find(search))).toBe(true)
    expect(await find(`возврат ${' '.repeat(300)}ничего`)).toContain('Возврат по карте')
  })

  test('V28 a query past every limit of an address is answered too', async () => {
    const token = await it.world.signIn(it.walls.A.login)
    const answer = await it.world.app.inject({
      url: `/api/help_desk/materials/?search=${encodeURIComponent('возврат '.repeat(300))}`,
      headers: { authorization: `Bearer ${token}`, authrestaurantid: it.walls.r11 },
    })
    expect(answer.statusCode).toBe(200)
    expect(answer.json<{ title: string }[]>()[0]?.title).toBe('Возврат по карте')
    const twice = await it.world.app.inject({
      url: '/api/help_desk/materials/?search=a&search=b',
      headers: { authorization: `Bearer ${token}`, authrestaurantid: it.walls.r11 },
    })
    expect(twice.statusCode).toBe(400)
  })

  test('a found material says where it stands and why, with nothing in it that is markup', async () => {
    await addMaterial(it.world, it.subcategory, {
      title: 'Инкассация',
      html: '<p>Сдайте выручку &lt;b&gt;инкассатору&lt;/b&gt; под подпись</p>',
    })
    const [found] = await it.A(listMaterials, { query: { search: 'выручку инкассатору' } })
    expect(found).toMatchObject({
      title: 'Инкассация',
      section: it.subcategory.section_id,
      subcategory: it.subcategory.subcategory_id,
      section_name: 'Касса',
      subcategory_name: 'Общее',
    })
    expect(found?.snippet).toContain('<mark>выручку</mark>')
    expect(found?.snippet).toContain('&lt;b&gt;<mark>инкассатору</mark>&lt;/b&gt;')
  })

  test('typing mistakes, the other layout, other forms and an editor’s synonyms find it too', async () => {
    await addMaterial(it.world, it.subcategory, { title: 'Терминал не видит карту' })
    await changeKnowledge(it.world.sql, it.subcategory.business_id, (tx) =>
      replaceSynonyms(tx, it.subcategory.business_id, [['терминал', 'банкомёт']]),
    )
    for (const query of ['терминалы', 'тирминал', 'nthvbyfk', 'terminal', 'термин', 'банкомёт'])
      expect([query, await find(query)]).toEqual([query, expect.arrayContaining(['Терминал не видит карту'])])
  })
})

describe('the words of restaurants', () => {
  test('find what nobody listed, until an editor of the business switches the group off', async () => {
    await addMaterial(it.world, it.subcategory, { title: 'Инвентаризация шаг за шагом' })
    await addMaterial(it.world, it.subcategory2, { title: 'Инвентаризация у соседей' })
    expect(await find('ревизия')).toContain('Инвентаризация шаг за шагом')
    const { groups, off } = await it.editor(getThesaurus, {})
    expect(off).toEqual([])
    const group = groups.find(({ words }) => words.includes('ревизия'))
    expect(group).toMatchObject({ id: 'инвентаризация', area: 'Склад' })
    const flip = (on: boolean, id = 'инвентаризация') =>
      it.editor(switchThesaurus, { body: { group: id, on } })
    await flip(false)
    await flip(false)
    expect((await it.editor(getThesaurus, {})).off).toEqual(['инвентаризация'])
    expect(await find('ревизия')).toEqual([])
    expect(await find('ревизия', it.D)).toEqual(['Инвентаризация у соседей'])
    await flip(true)
    expect(await find('ревизия')).toContain('Инвентаризация шаг за шагом')
    await expect(flip(true, 'нет такой')).rejects.toMatchObject({ code: 'not_found' })
  })

  test('what people ask finds a material like its title', async () => {
    await addMaterial(it.world, it.subcategory, {
      title: 'Порядок у входа',
      also_asked: ['кто встречает гостей'],
    })
    expect((await find('кто встречает гостей'))[0]).toBe('Порядок у входа')
  })
})

describe('an answer says whether it is sure', () => {
  const search = (query: string) => it.A(listMaterials, { query: { search: query } })

  test('every item of an unsure one says so, and its question goes to the editors', async () => {
    await addMaterial(it.world, it.subcategory, { title: 'Гость просит счёт на вынос' })
    const found = await search('гость просит дрессированного бегемота')
    expect(found.length).toBeGreaterThan(0)
    expect(found.map(({ sure }) => sure)).toEqual(found.map(() => false))
    expect((await search('счёт на вынос')).map(({ sure }) => sure)).toContain(true)
    const noted: boolean[] = []
    const misses = makeMisses({ sql: it.world.sql, log: pino({ level: 'silent' }) }, 60_000)
    for (const query of ['гость просит дрессированного бегемота', 'счёт на вынос']) {
      const isAnswered = (await search(query)).some(({ sure }) => sure !== false)
      misses.searched({ business_id: it.walls.businesses.n1, person_id: it.walls.B.id, query }, isAnswered)
      await misses.flush()
      const rows = await it.world.sql`select from knowledge_gaps where query = ${query}`
      noted.push(rows.length > 0)
    }
    expect(noted).toEqual([true, false])
    await it.world.sql`update knowledge_gaps set closed_at = now() where closed_at is null`
  })
})

describe('freshness', () => {
  test('two servers see an article the moment it is published, changed, renamed above, taken back or deleted', async () => {
    const second = secondServer()
    const both = async (query: string) => [await find(query), await second(query)]
    const nowhere = [[], []]
    expect(await both('кракозябра')).toEqual(nowhere)
    const id = await addMaterial(it.world, it.subcategory, { title: 'Кракозябра на чеке' })
    expect(await both('кракозябра')).toEqual([['Кракозябра на чеке'], ['Кракозябра на чеке']])

    const { sql } = it.world
    const { business_id, section_id } = it.subcategory
    await changeKnowledge(sql, business_id, async (tx) => {
      await tx`update materials set title = 'Закорючки на чеке', version = version + 1 where id = ${id}`
    })
    expect(await both('кракозябра')).toEqual(nowhere)
    expect(await both('закорючки')).toEqual([['Закорючки на чеке'], ['Закорючки на чеке']])

    await changeKnowledge(sql, business_id, async (tx) => {
      await tx`update sections set name = 'Гиппопотамы' where id = ${section_id}`
      await touchMaterials(tx, { section_id })
    })
    for (const titles of await both('гиппопотамы закорючки')) expect(titles[0]).toBe('Закорючки на чеке')
    const [found] = await it.A(listMaterials, { query: { search: 'закорючки' } })
    expect(found?.section_name).toBe('Гиппопотамы')

    const unpublish = (at: Date | null) =>
      changeKnowledge(sql, business_id, async (tx) => {
        await tx`update materials set published_at = ${at}, version = version + 1 where id = ${id}`
      })
    await unpublish(null)
    expect(await both('закорючки')).toEqual(nowhere)
    await unpublish(new Date())
    expect((await both('закорючки')).flat().length).toBe(2)
    await changeKnowledge(sql, business_id, async (tx) => {
      await tx`delete from materials where id = ${id}`
    })
    expect(await both('закорючки')).toEqual(nowhere)
  })

  test('many writers and readers at once: nobody misses what was committed before they asked', async () => {
    const second = secondServer()
    await Promise.all(
      Array.from({ length: 12 }, async (_, n) => {
        const word = `зюзюка${'абвгдежзиклм'[n]?.repeat(3)}`
        await addMaterial(it.world, it.subcategory, { title: `Про слово ${word}` })
        expect((await find(word))[0]).toBe(`Про слово ${word}`)
        expect((await second(word))[0]).toBe(`Про слово ${word}`)
      }),
    )
  })

  test('a large base is taken in without holding up the searches of others', async () => {
    const titles = Array.from({ length: 260 }, (_, n) => `Большая заливка, страница ${n}`)
    const second = secondServer()
    await second('заливка')
    for (const title of titles) await addMaterial(it.world, it.subcategory, { title })
    await vi.waitFor(async () => expect((await second('заливка')).length).toBe(20))
  })
})

describe('walls', () => {
  test('Z15 another business’s articles are not found, by id or by words', async () => {
    const MD = await addMaterial(it.world, it.subcategory2, {
      title: 'Секретный гаспачо',
      html: '<p>Чужой рецепт</p>',
    })
    expect(await find('гаспачо', it.D)).toEqual(['Секретный гаспачо'])
    expect(await find('гаспачо')).toEqual([])
    expect(await find('чужой рецепт')).toEqual([])
    expect((await it.D(getMaterial, { params: { materialId: MD } })).title).toBe('Секретный гаспачо')
    const body = (materialId: string) =>
      it.A(getMaterial, { params: { materialId } }).catch((error: unknown) => JSON.stringify(error))
    expect(await body(MD)).toBe(await body('999999999'))
    await expect(
      it.A(giveFeedback, { params: { materialId: MD }, body: { helpful: true } }),
    ).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('searches without a result', () => {
  const gaps = async (world: Pick<TestWorld, 'sql'> = it.world) =>
    (
      await world.sql<{ query: string; people: number }[]>`
        select query, people from knowledge_gaps where kind = 'search' and closed_at is null order by query`
    ).map(({ query, people }) => `${query} ${people}`)

  test('only what was typed to its end counts, once a person', async () => {
    const { sql } = it.world
    const { n1 } = it.walls.businesses
    const misses = makeMisses({ sql, log: pino({ level: 'silent' }) }, 60_000)
    const typed = (person_id: string, query: string, isAnswered = false) =>
      misses.searched({ business_id: n1, person_id, query }, isAnswered)
    const { A, B } = it.walls
    for (const query of ['ква', 'квадро', 'Квадрокоптер  ']) typed(A.id, query)
    typed(B.id, 'квадрокоптер')
    await misses.flush()
    typed(A.id, 'квадрокоптер')
    await misses.flush()
    typed(A.id, 'сменна')
    typed(A.id, 'смена', true)
    typed(B.id, 'жж')
    await misses.flush()
    // Searches of other tests may be recorded meanwhile.
    expect((await gaps()).filter((gap) => /^(ква|смен|жж)/.test(gap))).toEqual(['квадрокоптер 2'])
  })

  test('a pause writes it down by itself', async () => {
    const { sql } = it.world
    const misses = makeMisses({ sql, log: pino({ level: 'silent' }) }, 10)
    misses.searched({ business_id: it.walls.businesses.n1, person_id: it.walls.A.id, query: 'пауза' }, false)
    await vi.waitFor(async () => expect(await gaps()).toContain('пауза 1'))
  })

  test('what waits when the server stops is not lost', async () => {
    const world = await openWorld({ SEED: 'demo' })
    const token = await world.signIn('aziza@demo.test', 'Demo-pass-1')
    const call = world.as({ token, restaurant_id: '1' })
    expect(await call(listMaterials, { query: { search: 'щщщщыыыыъъъъ' } })).toEqual([])
    await world.app.close()
    expect(await gaps(world)).toEqual(['щщщщыыыыъъъъ 1'])
    await world.close()
  })

  test('an Uzbek question of several words finds what the Russian one finds, as surely', async () => {
    const world = await openWorld({ SEED: 'demo' })
    const token = await world.signIn('aziza@demo.test', 'Demo-pass-1')
    const call = world.as({ token, restaurant_id: '1' })
    const first = async (search: string) => {
      const [found] = await call(listMaterials, { query: { search } })
      return `${found?.title}${found?.sure === false ? ', unsure' : ''}`
    }
    for (const search of ['чек не печатает', 'chek chiqmayapti'])
      expect(await first(search)).toBe('Принтер чеков не печатает')
    for (const search of ['закрыть кассу', 'kassani yopish'])
      expect(await first(search)).toBe('Закрытие смены и Z-отчёт')
    await world.close()
  })

  test('the call itself sends an unsure question to the editors, and no sure one', async () => {
    const world = await openWorld({ SEED: 'demo' })
    const ask = async (n: '1' | '2', login: string, search: string, more: { unasked?: '1' } = {}) => {
      const token = await world.signIn(login, `Demo-pass-${n}`)
      const query = { search, ...more }
      const found = await world.as({ token, restaurant_id: n })(listMaterials, { query })
      expect(found.length).toBeGreaterThan(0)
      return new Set(found.map(({ sure }) => sure))
    }
    const nonsense = 'гость привёл дрессированного бегемота'
    expect(await ask('1', 'aziza@demo.test', nonsense)).toEqual(new Set([false]))
    expect(await ask('2', 'timur@demo.test', 'закрыть смену')).toEqual(new Set([true]))
    // A search with a ticket's text is not a question of the user.
    expect(await ask('2', 'timur@demo.test', nonsense, { unasked: '1' })).toEqual(new Set([false]))
    await world.app.close()
    expect(await gaps(world)).toEqual([`${nonsense} 1`])
    await world.close()
  })
})

describe('what the editors are told of questions', () => {
  const say = (ticket: string, position: number, from_support: boolean, text: string) => it.world.sql`
    insert into messages (ticket_id, position, author_id, from_support, text, created_at)
    values (${ticket}, ${position}, ${it.walls.A.id}, ${from_support}, ${text}, now())`

  test('a line says what it is about; an answer by a link is proposed until it is taken; a change is weighed, not kept', async () => {
    const { sql } = it.world
    const { n1, n2 } = it.walls.businesses
    const id = await addMaterial(it.world, it.subcategory, { title: 'Промывка кофемашины' })
    const foreign = await addMaterial(it.world, it.subcategory2, { title: 'Чужая кофемашина' })
    await sql`insert into knowledge_gaps (business_id, kind, query, people) values (${n1}, 'search', 'чистим кофемашину', 1)`
    await sql`insert into knowledge_gaps (business_id, kind, query, people) values (${n2}, 'search', 'чужой вопрос', 1)`
    await sql`insert into knowledge_gaps (business_id, kind, query, people) values
      (${n1}, 'search', 'кондиционер течёт на гостей', 1), (${n1}, 'search', 'в зале кондиционер капает и течёт прямо на гостей', 1)`
    const { results: lines } = await it.editor(listGaps, {})
    const lineOf = (asked: string) => lines.find(({ query }) => query === asked)
    const coffee = lineOf('чистим кофемашину')
    expect(coffee?.near).toEqual({ id, title: 'Промывка кофемашины' })
    expect(coffee?.about).toBe(coffee?.id)
    expect(lineOf('кондиционер течёт на гостей')?.about).toBe(
      lineOf('в зале кондиционер капает и течёт прямо на гостей')?.about,
    )
    expect(lineOf('кондиционер течёт на гостей')?.about).not.toBe(coffee?.about)

    const [ticket] = await sql<{ id: string }[]>`
      insert into tickets (restaurant_id, business_id, number, author_id, category)
      values (${it.walls.r11}, ${n1}, 1, ${it.walls.A.id}, 'other') returning id`
    const ticket_id = ticket?.id ?? ''
    await say(ticket_id, 1, false, 'капучинатор\n забился молоком')
    await say(ticket_id, 2, true, `Смотрите /1/section/1/material/${foreign} и /x/material/${id}`)
    const proposals = async () => (await it.editor(listAskedProposals, {})).results
    expect(await proposals()).toEqual([])
    await say(ticket_id, 3, true, `Вот: https://help.test/1/section/1/material/${id}`)
    expect(await proposals()).toMatchObject([
      {
        question: 'капучинатор забился молоком',
        ticket: { id: ticket_id },
        material: { id, also_asked: [] },
      },
    ])
    expect((await it.editor2(listAskedProposals, {})).results).toEqual([])

    const groups = [['капучинатор', 'кофемашина']]
    const effect = await it.editor(previewSynonyms, { body: { groups } })
    expect(effect.looked).toBeGreaterThanOrEqual(2)
    expect(effect.examples).toContainEqual({
      question: 'капучинатор\n забился молоком',
      before: null,
      after: 'Промывка кофемашины',
    })
    expect(JSON.stringify(effect)).not.toContain('чужой вопрос')
    expect(await find('капучинатор')).toEqual([])

    const also_asked = ['Капучинатор забился молоком']
    const preview = { params: { materialId: id }, body: { also_asked } }
    expect(await it.editor(previewAlsoAsked, preview)).toMatchObject({
      looked: effect.looked,
      found: 1,
      lost: 0,
      examples: [expect.objectContaining({ before: null, after: 'Промывка кофемашины' })],
    })
    expect(await find('капучинатор')).toEqual([])
    await expect(it.editor2(previewAlsoAsked, preview)).rejects.toMatchObject({ code: 'not_found' })

    await it.editor(setAlsoAsked, { params: { materialId: id }, body: { also_asked, seen: [] } })
    expect(await proposals()).toEqual([])
    expect((await find('капучинатор'))[0]).toBe('Промывка кофемашины')
  })
})
