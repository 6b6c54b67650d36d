import {
  addCanned,
  addCannedFiles,
  deleteCanned,
  deleteCannedFile,
  listCanned,
} from '@podmoga/contract/desk/canned'
import { listGaps } from '@podmoga/contract/desk/knowledge'
import { getDeskMaterial, publishMaterial } from '@podmoga/contract/desk/materials'
import { addNote } from '@podmoga/contract/desk/notes'
import { draftArticle } from '@podmoga/contract/desk/relations'
import { reopenTicket } from '@podmoga/contract/desk/tickets'
import { listLog } from '@podmoga/contract/desk/work'
import { beforeAll, describe, expect, test } from 'vitest'
import { expectCleanRefusals, refusalOf } from '../../http/testing-refusals.ts'
import { addSubcategory } from '../../knowledge/knowledge.testing.ts'
import { newKey } from '../../testing.ts'
import { answer, expectSound, picture, sheet, useTicketWorld, writeTicket } from '../tickets.testing.ts'
import { articleOf } from './words.ts'

const t = useTicketWorld()
let editor: typeof t.agent.call
const draft = (ticketId: string, key = newKey(), by = t.agent.call) =>
  by(draftArticle, { params: { ticketId }, body: {} }, { idempotency_key: key })

beforeAll(async () => {
  editor = t.world.as({ token: await t.world.signIn(t.walls.editor.login) })
})

describe('an article out of a ticket', () => {
  test('is refused without a subcategory, and without an answer', async () => {
    const { id } = await writeTicket(t.A)
    expect(await refusalOf(draft(id))).toMatchObject({ code: 'ticket_open' })
    await answer(t.agent, id, 'Готово', { close: 'true' })
    expect(await refusalOf(draft(id))).toMatchObject({ code: 'no_subcategory' })
  })

  test('is a draft with the question and the answer and no names; publishing it closes its line', async () => {
    await addSubcategory(t.world, t.walls.businesses.n1)
    await t.world.sql`update people set first_name = 'Азиза' where id = ${t.walls.A.id}`
    const { id, number } = await writeTicket(
      t.A,
      'Касса <b>не печатает</b> чек\nЯ Азиза, звоните +998 90 123-45-67',
      [await picture()],
    )
    await t.agent.call(addNote, { params: { ticketId: id }, form: { text: 'тайна-черновика' } })
    await answer(t.agent, id, 'Азизе: замените ленту. Пишите на help@demo.test', { close: 'true' })
    const key = newKey()
    const made = await draft(id, key)
    expect(made).toEqual({
      id: made.id,
      title: 'Касса <b>не печатает</b> чек',
      is_new: true,
      left_out: { names: 2, contacts: 2, files: 1 },
    })
    expect(await draft(id, key)).toEqual(made)
    // A second draft of the same ticket returns the first.
    expect(await draft(id)).toMatchObject({ id: made.id, is_new: false })
    const material = await editor(getDeskMaterial, { params: { materialId: made.id } })
    expect(material).toMatchObject({ state: 'draft', title: made.title, files: [], cover: null })
    expect(material.content).toContain('Касса &lt;b&gt;не печатает&lt;/b&gt; чек')
    expect(material.content).toContain('[имя]: замените ленту')
    for (const hidden of ['Азиз', '123-45-67', 'help@', 'тайна', '<b>'])
      expect(material.content, hidden).not.toContain(hidden)
    const gaps = async (closed: 'true' | 'false') =>
      (await editor(listGaps, { query: { closed } })).results.filter(({ kind }) => kind === 'ticket')
    expect(await gaps('false')).toMatchObject([{ ticket: { id, number }, answer: { id: made.id } }])
    await editor(publishMaterial, { params: { materialId: made.id }, body: { revision: material.revision } })
    expect(await gaps('false')).toEqual([])
    expect(await gaps('true')).toMatchObject([{ ticket: { number }, answer: { id: made.id } }])
    expect((await t.agent.call(listLog, { params: { ticketId: id } })).results[0]).toMatchObject({
      act: 'drafted',
      to: made.title,
    })
  })

  test('C two agents at once make one; Z tickets of other businesses are refused', async () => {
    const { id } = await writeTicket(t.A, 'Двое сразу')
    await answer(t.agent, id, 'Готово', { close: 'true' })
    const made = await Promise.all([draft(id), draft(id), draft(id)])
    expect(new Set(made.map((one) => one.id)).size).toBe(1)
    expect(made.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(await refusalOf(draft(id, newKey(), t.agent2.call))).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(draft(id, newKey(), t.A.call))).toMatchObject({ status: 403 })
    await t.agent.call(reopenTicket, { params: { ticketId: id } })
    expect(await refusalOf(draft(id))).toMatchObject({ code: 'ticket_open' })
  })
})

test('names are redacted in all their forms, phone and card numbers too; words that only begin so stay', () => {
  const { title, content, hidden } = articleOf(
    [
      {
        text: 'Тимур спросил у Тимура Каримова: карта 8600 1234 5678 9012 и заказ 12345',
        from_support: false,
      },
      { text: 'Турнирная таблица, 24/7, версия 1.2.3, сумма 1 250 000', from_support: false },
      { text: '@timur, наберите 8 (71) 200-00-00', from_support: true },
    ],
    ['Тимур', 'Каримов', 'Ян', 'Тур'],
  )
  expect(title).toBe('[имя] спросил у [имя] [имя]: карта [номер карты] и заказ 12345')
  expect(content).toContain('Турнирная таблица, 24/7, версия 1.2.3, сумма 1 250 000')
  expect(content).toContain('<h2>Решение</h2><p>@timur, наберите [телефон]</p>')
  expect(hidden).toEqual({ names: 3, contacts: 2 })
  expect(articleOf([{ text: 'а'.repeat(500), from_support: true }], []).title).toHaveLength(120)
})

describe('files of a canned reply', () => {
  const add = (cannedId: string, files: readonly File[], by = t.agent.call, key = newKey()) =>
    by(addCannedFiles, { params: { cannedId }, files }, { idempotency_key: key })

  test('are stored with it, open for its readers, and deleted with it; nothing is left behind', async () => {
    const { id } = await t.agent.call(addCanned, {
      body: { title: 'Инструкция', text: 'Вот она', is_shared: true },
    })
    const key = newKey()
    const kept = await add(id, [await sheet('Как менять ленту.pdf'), await picture()], t.agent.call, key)
    expect(kept.files).toMatchObject([
      { file_name: 'Как менять ленту.pdf', content_type: 'application/pdf' },
      { file_name: 'Чек гостя.png' },
    ])
    const again = await add(id, [await sheet('Как менять ленту.pdf'), await picture()], t.agent.call, key)
    expect(again.files.map((file) => file.id)).toEqual(kept.files.map((file) => file.id))
    const [listed] = (await t.agent.call(listCanned, { query: { search: 'инструкция' } })).results
    expect(listed?.files).toHaveLength(2)
    expect((await t.agent.raw({ url: listed?.files[0]?.file_url ?? '' })).statusCode).toBe(200)

    const left = await t.agent.call(deleteCannedFile, {
      params: { cannedId: id, fileId: kept.files[0]?.id ?? '' },
    })
    expect(left.files.map(({ file_name }) => file_name)).toEqual(['Чек гостя.png'])
    const nine = await Promise.all(Array.from({ length: 10 }, (_, at) => picture(`${at}.png`)))
    expect(await refusalOf(add(id, nine))).toMatchObject({ code: 'too_many_files' })
    for (const fileId of [kept.files[0]?.id ?? '', 'abc', crypto.randomUUID()])
      expect(
        await refusalOf(t.agent.call(deleteCannedFile, { params: { cannedId: id, fileId } })),
      ).toMatchObject({ code: 'not_found' })
    expect(await refusalOf(add(id, [await picture()], t.agent2.call))).toMatchObject({ code: 'not_found' })
    const bad = new File([new Uint8Array([77, 90, 1, 2])], 'x.pdf', { type: 'application/pdf' })
    expect((await refusalOf(add(id, [bad]))).status).toBe(415)
    await t.agent.call(deleteCanned, { params: { cannedId: id } })
    await expectSound(t.world)
    expectCleanRefusals(t.refusals)
  })
})
