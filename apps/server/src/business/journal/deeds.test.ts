import type { Call } from '@podmoga/contract/client'
import { importRestaurants } from '@podmoga/contract/desk/admin'
import { changeMany } from '@podmoga/contract/desk/bulk'
import { addCanned, deleteCanned, editCanned } from '@podmoga/contract/desk/canned'
import { checkPeopleImport, getPeopleImport, runPeopleImport } from '@podmoga/contract/desk/imports'
import { listJournal, listJournalEvents } from '@podmoga/contract/desk/journal'
import * as knowledge from '@podmoga/contract/desk/knowledge'
import { addMacro, deleteMacro, editMacro, getMacroRun, runMacro } from '@podmoga/contract/desk/macros'
import { markChecked, setCare } from '@podmoga/contract/desk/material/care'
import { cancelSchedule, scheduleMaterial } from '@podmoga/contract/desk/material/schedule'
import * as materials from '@podmoga/contract/desk/materials'
import { inviteMany } from '@podmoga/contract/desk/people'
import { addSavedView, deleteSavedView, editSavedView } from '@podmoga/contract/desk/views'
import { createTicket } from '@podmoga/contract/tickets'
import { loadThesaurus } from '@podmoga/search/thesaurus'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld, type TestWorld } from '../../testing.ts'
import { seedPeopleManagers } from '../business.testing.ts'

let world: TestWorld
let walls: Awaited<ReturnType<typeof seedPeopleManagers>>
let as: Record<'admin' | 'admin2' | 'agent' | 'editor' | 'cook', Call>

beforeAll(async () => {
  world = await openWorld({ RATE_LIMITS: 'off', REQUESTS_PER_MINUTE: '100000' })
  walls = await seedPeopleManagers(world)
  const sign = async (login: string, restaurant?: string) =>
    world.as({
      token: await world.signIn(login),
      ...(restaurant !== undefined && { restaurant_id: restaurant }),
    })
  as = {
    admin: await sign(walls.admin.login),
    admin2: await sign(walls.admin2.login),
    agent: await sign(walls.agent.login),
    editor: await sign(walls.editor.login),
    cook: await sign(walls.A.login, walls.r11),
  }
})
afterAll(() => world.close())

const list = async (query: Parameters<typeof as.admin<typeof listJournal>>[1]['query'] = {}) =>
  (await as.admin(listJournal, { query: { page_size: '100', ...query } })).results
/** Runs `deed` and returns the new journal entries, oldest first. */
const since = async (action: () => Promise<unknown>) => {
  const before = new Set((await list()).map(({ id }) => id))
  await action()
  return (await list()).filter(({ id }) => !before.has(id)).toReversed()
}
const wordsOf = (entries: Awaited<ReturnType<typeof list>>) =>
  entries.map(({ text, subject, person }) => `${person}: ${text}: ${subject}`)

test('N07: every change an editor makes to the knowledge base is in the journal; an unpublished draft is not', async () => {
  const { editor } = as
  const entries = await since(async () => {
    const { id: section } = await editor(knowledge.createSection, { body: { name: 'Кухня' } })
    const sub = async (name: string) =>
      (await editor(knowledge.createSubcategory, { body: { section, name } })).id
    const [subcategory, other] = [await sub('Печи'), await sub('Пароварки')]
    const { id: materialId } = await editor(materials.createMaterial, {
      body: { subcategory, title: 'Печь' },
    })
    const params = { materialId }
    const draft = { title: 'Печь гаснет', content: '<p>Проверьте газ</p>', cover: null, files: [] }
    const { revision } = await editor(materials.getDeskMaterial, { params })
    const saved = await editor(materials.saveDraft, { params, body: { ...draft, revision } })
    const body = { revision: saved.revision }
    const at = `${new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)}T09:00`
    await editor(scheduleMaterial, { params, body: { ...body, at } })
    for (const _ of 'twice') await editor(cancelSchedule, { params })
    for (const _ of 'twice') await editor(setCare, { params, body: { check_on: '2027-01-31' } })
    for (const _ of 'twice') await editor(markChecked, { params, body: { seen: '2027-01-31' } })
    const out = await editor(materials.publishMaterial, { params, body })
    // Repeated: it is already published.
    await editor(materials.publishMaterial, { params, body: { revision: out.revision } })
    await editor(materials.setAlsoAsked, { params, body: { also_asked: ['огонь'], seen: [] } })
    await editor(materials.restoreVersion, {
      params: { materialId, number: '1' },
      body: { revision: out.revision },
    })
    await editor(materials.moveMaterial, { params, body: { subcategory: other, position: 0 } })
    await editor(knowledge.setFaq, { body: { materials: [materialId], seen: [] } })
    await editor(materials.unpublishMaterial, { params })
    await editor(materials.deleteMaterial, { params })
    await editor(knowledge.renameSection, { params: { sectionId: section }, body: { name: 'Горячий цех' } })
    await editor(knowledge.moveSection, { params: { sectionId: section }, body: { position: 0 } })
    await editor(knowledge.deleteSubcategory, { params: { subcategoryId: other } })
    const { revision: seen } = await editor(knowledge.getSynonyms, { query: {} })
    await editor(knowledge.setSynonyms, { body: { groups: [['печь', 'плита']], revision: seen } })
    const [group] = loadThesaurus()
    await editor(knowledge.switchThesaurus, { body: { group: group?.id ?? '', on: false } })
  })
  expect(wordsOf(entries)).toEqual([
    'editor: Создан раздел базы знаний: Кухня',
    'editor: Создан раздел базы знаний: Печи',
    'editor: Создан раздел базы знаний: Пароварки',
    'editor: Создан материал: Печь',
    'editor: Назначен выход материала: Печь гаснет',
    'editor: Отменён назначенный выход материала: Печь гаснет',
    'editor: Изменены ответственный и проверка материала: Печь гаснет',
    'editor: Материал проверен: Печь гаснет',
    'editor: Опубликован материал: Печь гаснет',
    'editor: Изменено «Также спрашивают»: Печь гаснет',
    'editor: В черновик возвращена прежняя версия: Печь гаснет',
    'editor: Материал переставлен: Печь гаснет',
    'editor: Изменены частые вопросы: null',
    'editor: Материал снят с публикации: Печь гаснет',
    'editor: Удалён материал: Печь гаснет',
    'editor: Переименован раздел базы знаний: Горячий цех',
    'editor: Переставлен раздел базы знаний: Горячий цех',
    'editor: Удалён раздел базы знаний: Пароварки',
    'editor: Изменены синонимы: null',
    'editor: Изменён общий словарь: null',
  ])
  const changes = (event: string) => entries.find((entry) => entry.event === event)?.changes
  expect(changes('material_moved')).toEqual([{ name: 'Где', before: 'Печи', after: 'Пароварки' }])
  expect(changes('synonyms_changed')).toEqual([{ name: 'Синонимы', before: '—', after: 'печь, плита' }])
  expect(await list({ area: 'knowledge' })).toHaveLength(entries.length)
  expect((await as.admin2(listJournal, {})).results).toEqual([])
})

test('N07: changes of what the team shares are in the journal; an agent’s private things are not', async () => {
  const { agent } = as
  const entries = await since(async () => {
    const own = { title: 'Мой', text: 'Здравствуйте', is_shared: false }
    const { id: cannedId } = await agent(addCanned, { body: own })
    const params = { cannedId }
    await agent(editCanned, { params, body: { ...own, text: 'Добрый день' } })
    await agent(editCanned, { params, body: { ...own, is_shared: true } })
    await agent(editCanned, { params, body: { ...own, is_shared: true, text: 'Привет' } })
    await agent(editCanned, { params, body: { ...own, is_shared: true, text: 'Привет' } })
    await agent(deleteCanned, { params })
    const about = { category: 'technical_issue', topic: 'pos' } as const
    const filters = { tab: 'open', restaurant: walls.r11, ...about, priority: ['high', 'urgent'] } as const
    const view = { name: 'Горит', filters: { ...filters, priority: [...filters.priority] } }
    await agent(addSavedView, { body: { ...view, is_shared: false } })
    const { id: viewId } = await agent(addSavedView, { body: { ...view, is_shared: true } })
    await agent(editSavedView, { params: { viewId }, body: { name: 'Срочное', version: 1 } })
    await agent(deleteSavedView, { params: { viewId } })
    const acts = { text: null, tags: ['возврат'], priority: null, assignee: null, close: true } as const
    const form = { name: 'Возврат', acts: { ...acts, tags: [...acts.tags] } }
    const { id: macroId, version } = await agent(addMacro, { body: form })
    await agent(editMacro, { params: { macroId }, body: { ...form, name: 'Деньги', version } })
    await agent(deleteMacro, { params: { macroId } })
  })
  expect(wordsOf(entries)).toEqual([
    'agent: Добавлен общий шаблон ответа: Мой',
    'agent: Изменён общий шаблон ответа: Мой',
    'agent: Убран общий шаблон ответа: Мой',
    'agent: Добавлен общий фильтр очереди: Горит',
    'agent: Изменён общий фильтр очереди: Срочное',
    'agent: Убран общий фильтр очереди: Срочное',
    'agent: Добавлен макрос: Возврат',
    'agent: Изменён макрос: Деньги',
    'agent: Убран макрос: Деньги',
  ])
  expect(entries[1]?.changes).toEqual([{ name: 'Текст', before: 'Здравствуйте', after: 'Привет' }])
  expect(entries[3]?.changes).toEqual(
    expect.arrayContaining([
      { name: 'Рестораны', before: null, after: '«Ресторан 11»' },
      { name: 'Очередь', before: null, after: 'открытые' },
      { name: 'Категория', before: null, after: 'Техническая проблема' },
      { name: 'Тема', before: null, after: 'Касса' },
      { name: 'Срочность', before: null, after: 'высокая, срочно' },
    ]),
  )
})

test('N07: what is done to several tickets at once is one line with their numbers; to one, its own log has it', async () => {
  const ids: string[] = []
  for (const initial_message of ['Печь', 'Касса', 'Свет'])
    ids.push(
      String(
        (
          await as.cook(createTicket, {
            form: { category: 'technical_issue', topic: 'pos', initial_message },
            files: [],
          })
        ).id,
      ),
    )
  const many = (tickets: string[], act: Parameters<typeof as.agent<typeof changeMany>>[1]['body']['act']) =>
    as.agent(changeMany, { body: { tickets, act } })
  const bulk = await since(async () => {
    await many(ids.slice(0, 1), { do: 'priority', priority: 'high' })
    await many(ids, { do: 'assign', assignee: walls.agent.id })
    await many(ids, { do: 'assign', assignee: walls.agent.id })
    await many(ids, { do: 'priority', priority: 'urgent' })
  })
  expect(wordsOf(bulk)).toEqual([
    'agent: Изменено сразу несколько тикетов: null',
    'agent: Изменено сразу несколько тикетов: null',
  ])
  expect(bulk[0]?.changes).toEqual([
    { name: 'Что сделано', before: null, after: 'назначены' },
    { name: 'Агент', before: null, after: 'agent' },
    { name: 'Номера', before: null, after: '1001, 1002, 1003' },
    { name: 'Тикетов', before: null, after: '3' },
  ])
  const acts = { text: null, tags: ['свет'], priority: null, assignee: null, close: false }
  const { id: macroId } = await as.agent(addMacro, { body: { name: 'Метка', acts } })
  const runs = await since(async () => {
    for (const tickets of [ids, ids.slice(0, 1)]) {
      const { id: runId } = await as.agent(runMacro, { params: { macroId }, body: { tickets, seen: {} } })
      world.clock.move(6000)
      await expect.poll(async () => (await as.agent(getMacroRun, { params: { runId } })).state).toBe('done')
    }
  })
  expect(wordsOf(runs)).toEqual(['agent: Макрос для нескольких тикетов: null'])
  expect(runs[0]?.changes).toEqual([
    { name: 'Макрос', before: null, after: 'Метка' },
    { name: 'Тикетов', before: null, after: '3' },
  ])
})

test('N07: an import is one line that opens, and each of its people is found by their name', async () => {
  const people = ['Раз', 'Два', 'Три'].map((name, at) => `${name};;part${at}@deeds.test;;Ресторан 11;;`)
  const head = 'Имя;Фамилия;Почта;Телефон;Рестораны;Управляет;Роли в поддержке'
  const file = (name: string, lines: string[]) => new File([lines.join('\r\n')], name, { type: 'text/csv' })
  const entries = await since(async () => {
    const made = await as.admin(checkPeopleImport, { form: {}, files: [file('люди.csv', [head, ...people])] })
    const params = { importId: made.id }
    await as.admin(runPeopleImport, { params, body: { send: 'link' } })
    await expect
      .poll(async () => (await as.admin(getPeopleImport, { params })).state, { timeout: 30_000 })
      .toBe('done')
    await as.admin(runPeopleImport, { params, body: { send: 'link' } })
  })
  expect(entries).toHaveLength(1)
  expect(entries[0]).toMatchObject({ text: 'Внесены сотрудники из файла', has_parts: true })
  expect(entries[0]?.changes).toEqual([
    { name: 'Новых', before: null, after: '3' },
    { name: 'Изменено', before: null, after: '0' },
    { name: 'Не внесено', before: null, after: '0' },
  ])
  const parts = await list({ parts_of: entries[0]?.id ?? '' })
  expect(parts.map(({ subject, has_parts }) => [subject, has_parts])).toEqual([
    ['Три', false],
    ['Два', false],
    ['Раз', false],
  ])
  const whom = parts[0]?.subject_id ?? ''
  expect((await list({ whom })).map(({ text }) => text)).toEqual(['Внесён из файла'])
  expect(await list({ event: 'person_imported' })).toHaveLength(3)

  const ids = parts.flatMap(({ subject_id }) => (subject_id === null ? [] : [subject_id]))
  const invited = await since(() => as.admin(inviteMany, { body: { ids, send: 'link' } }))
  expect(invited.map(({ text, has_parts }) => [text, has_parts])).toEqual([
    ['Приглашения отправлены многим сразу', true],
  ])
  const places = file('места.csv', ['Название;Часовой пояс', 'Первый;Asia/Tashkent', 'Второй;Asia/Tashkent'])
  const imported = await since(() =>
    as.admin(importRestaurants, { form: { dry_run: 'false' }, files: [places] }),
  )
  expect(imported.map(({ text }) => text)).toEqual(['Внесены рестораны из файла'])
  expect((await list({ parts_of: imported[0]?.id ?? '' })).map(({ subject }) => subject)).toEqual([
    'Второй',
    'Первый',
  ])
  // The parts are not readable for another business.
  const foreign = await as.admin2(listJournal, { query: { parts_of: entries[0]?.id ?? '' } })
  expect(foreign.results).toEqual([])
})

test('every event that the journal can say is of one area, and what is written has its words', async () => {
  const { areas, events } = await as.admin(listJournalEvents, {})
  expect(new Set(events.map(({ area }) => area))).toEqual(new Set(areas.map(({ area }) => area)))
  expect(new Set(events.map(({ event }) => event)).size).toBe(events.length)
  for (const entry of await list()) expect(entry.text, entry.event).not.toBe(entry.event)
})
