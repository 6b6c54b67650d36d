// @vitest-environment happy-dom
// A failed submit of a dialog loses no input: the reason is shown, everything stays, and the next press repeats the same
// request.

import { changeMany } from '@podmoga/contract/desk/bulk'
import {
  addCanned,
  addCannedFiles,
  deleteCannedFile,
  editCanned,
  listCanned,
} from '@podmoga/contract/desk/canned'
import * as relations from '@podmoga/contract/desk/relations'
import { searchTickets } from '@podmoga/contract/desk/search'
import { getDeskTicket, listDeskMessages, reopenTicket } from '@podmoga/contract/desk/tickets'
import { addSavedView, editSavedView, listSavedViews, type SavedView } from '@podmoga/contract/desk/views'
import { assignTicket, editTicket, listAgents, listTags, listTopics } from '@podmoga/contract/desk/work'
import type { EndpointDeclaration } from '@podmoga/contract/endpoint'
import { stubDisk } from '@podmoga/web/outbox/testing'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useScope } from '../lib/scope.tsx'
import {
  attach,
  button,
  buttons,
  closeScreen,
  eventually,
  type Failure,
  field,
  fill,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../lib/screen.testing.tsx'
import { useBulk } from './bulk/use-bulk.ts'
import { CannedDialog } from './composer/canned-dialog.tsx'
import { viewsQuery } from './filters/views.api.ts'
import { ViewsDialog } from './filters/views-dialog.tsx'
import type { QueueView } from './queue/queue-view.ts'
import { FollowUpDialog } from './side/follow-up-dialog.tsx'
import { HandOverDialog } from './side/hand-over-dialog.tsx'
import { RelateDialog } from './side/relate-dialog.tsx'
import { SplitDialog } from './side/split-dialog.tsx'
import { TagDialog } from './side/tag-dialog.tsx'
import { useWork } from './side/use-work.ts'
import { WorkPart } from './side/work-part.tsx'
import { ticketQuery } from './tickets.api.ts'
import { atMinute, listed, shown } from './tickets.testing.ts'
import { useTicketMutations } from './use-ticket-mutations.ts'
import { UndoBar } from './workspace/undo-bar.tsx'

const VIEW: QueueView = { tab: 'waiting', number: null }
const BUSY = 'Сервер занят, попробуйте через минуту.'
const REFUSED = 'Так сейчас нельзя.'
/** Outcomes of a submit and the message shown; null: the form's own message (internal errors). */
const FAILURES: readonly (readonly [message: string | null, failure: Failure])[] = [
  [null, { code: 'internal', error: 'Internal server error' }],
  [REFUSED, { code: 'limit_reached', error: REFUSED }],
  [BUSY, { code: 'unavailable', error: BUSY }],
  // The request may have arrived.
  ['Нет связи с сервером', 'lost'],
]
const PDF = new File(['%PDF-1.4'], 'Памятка.pdf', { type: 'application/pdf' })
const nothing = () => undefined

const wire = wireOfEach()
beforeEach(() => {
  wire.answer(listAgents, { agents: [{ id: '8', name: 'Малика Исмаилова', business_ids: ['1'] }] })
})
afterEach(() => vi.unstubAllGlobals())

interface Form {
  failed: string
  press: string
  /** Typed texts that must stay. */
  words?: Readonly<Record<string, string>>
  /** Button of the chosen item, which must stay. */
  stays?: string
}

/** Submits once per failure, then successfully. Every request must be the same. */
const submit = async (call: EndpointDeclaration, form: Form): Promise<void> => {
  const before = wire.sent(call).length
  for (const [message, failure] of FAILURES) {
    wire.fail(call, failure)
    await press(form.press)
    await says(message ?? form.failed)
    await saysNo('Internal server error')
    for (const [name, words] of Object.entries(form.words ?? {}))
      expect((await field(name)).value).toBe(words)
    if (form.stays !== undefined) await button(form.stays)
  }
  await press(form.press)
  await eventually(() => expect(wire.sent(call).length - before).toBe(FAILURES.length + 1))
  const sent = wire.sent(call).slice(before)
  const keys = new Set(sent.map(({ headers }) => headers['Idempotency-Key']))
  expect(keys.size).toBe(1)
  if (call.creates === true) expect(keys).not.toContain(undefined)
  const bodyOf = (body: unknown) =>
    body instanceof FormData
      ? [...body].map(([name, value]) => [name, value instanceof File ? value.name : value])
      : body
  for (const { body } of sent) expect(bodyOf(body)).toEqual(bodyOf(sent[0]?.body))
}

test('a canned reply, its change and its file', async () => {
  const kept = {
    id: '4',
    title: 'Лента',
    text: 'Замените ленту',
    is_shared: false,
    is_own: true,
    uses: 0,
    files: [],
  }
  wire.answer(listCanned, { results: [] })
  wire.answer(addCanned, kept)
  openScreen(wire, <CannedDialog call={wire.call} onPick={nothing} onClose={nothing} />)
  await press('Новый шаблон')
  await fill('Название', 'Лента')
  await fill('Текст', 'Замените ленту')
  const form = { failed: 'Не удалось сохранить шаблон', press: 'Сохранить шаблон' }
  wire.answer(listCanned, { results: [kept] })
  await submit(addCanned, { ...form, words: { Название: 'Лента', Текст: 'Замените ленту' } })

  await press('Изменить «Лента»')
  const text = 'Замените ленту, пожалуйста'
  await fill('Текст', text)
  wire.answer(editCanned, { ...kept, text })
  wire.answer(listCanned, { results: [{ ...kept, text }] })
  await submit(editCanned, { ...form, words: { Текст: text } })

  await press('Изменить «Лента»')
  await attach('Файлы шаблона', PDF)
  wire.answer(addCannedFiles, kept)
  await submit(addCannedFiles, { ...form, stays: 'Удалить Памятка.pdf' })
  await says('Вставить')

  await press('Изменить «Лента»')
  await fill('Текст', 'Совсем другое')
  wire.fail(editCanned, { code: 'not_found', error: 'Не найдено.' })
  await press('Сохранить шаблон')
  await says('шаблон удалил кто-то другой')
  await press('Сохранить шаблон')
  await eventually(() => expect(wire.bodies(addCanned).at(-1)).toMatchObject({ text: 'Совсем другое' }))
})

test('a file of a canned reply is removed only on save, and can be restored until then', async () => {
  const file = { id: 'f1', file_name: 'Памятка.pdf', file_url: '/files/f1', size: 8, content_type: 'a/b' }
  const kept = {
    ...{ id: '4', title: 'Лента', text: 'Замените ленту', is_shared: true, is_own: true, uses: 0 },
    files: [file, { ...file, id: 'f2', file_name: 'Фото.jpg' }],
  }
  wire.answer(listCanned, { results: [kept] })
  wire.answer(editCanned, kept)
  wire.answer(deleteCannedFile, kept)
  openScreen(wire, <CannedDialog call={wire.call} onPick={nothing} onClose={nothing} />)
  await press('Изменить «Лента»')
  await press('Удалить Памятка.pdf')
  await press('Удалить Фото.jpg')
  await press('Вернуть Фото.jpg')
  await says('уйдёт, когда сохраните шаблон')
  expect(wire.sent(deleteCannedFile)).toEqual([])
  wire.fail(deleteCannedFile, 'lost', { code: 'not_found', error: 'Не найдено.' })
  await press('Сохранить шаблон')
  await says('Нет связи с сервером')
  await press('Сохранить шаблон')
  await says('Вставить')
  expect(wire.sent(deleteCannedFile).map(({ url }) => url.match(/files\/(\w+)/)?.[1])).toEqual(['f1', 'f1'])
})

/** The relate dialog of ticket 5. */
function Relate({ how }: { how: 'merge' | 'link' }) {
  const mutations = useTicketMutations(useScope().call, nothing)
  return (
    <RelateDialog
      {...{ how, mutations, view: VIEW, call: wire.call }}
      ticket={shown('5')}
      onClose={closeScreen}
    />
  )
}
const openRelate = async (how: 'merge' | 'link') => {
  wire.answer(relations.listSimilar, { results: [] })
  wire.answer(relations.getRelations, { merged: [], linked: [], of_restaurant: [] })
  wire.answer(searchTickets, {
    ...{ total_items: 1, total_pages: 1, is_guess: false, is_partial: false },
    results: [{ ticket: listed('9'), message: null }],
  })
  openScreen(wire, <Relate how={how} />)
  await fill('Номер тикета', '9')
  await press('Найти')
}

test('two tickets that are linked', async () => {
  wire.answer(relations.linkTicket, { ok: true })
  await openRelate('link')
  await submit(relations.linkTicket, {
    failed: 'Не удалось',
    press: 'Связать с №9',
    words: { 'Номер тикета': '9' },
  })
})

test('two tickets that become one', async () => {
  wire.answer(relations.mergeTicket, { id: '9', number: 9 })
  await openRelate('merge')
  await press('Объединить с №9')
  await submit(relations.mergeTicket, { failed: 'Не удалось', press: 'Объединить' })
})

/** Ticket 5 was merged into 9: the cache holds 9 under its id. */
function Merged({ onBack }: { onBack: (kept: unknown) => void }) {
  const { call } = useScope()
  const cache = useQueryClient()
  const { queryKey } = ticketQuery(call, '5')
  const mutations = useTicketMutations(call, () => onBack(cache.getQueryData(queryKey)))
  const merged = () => {
    cache.setQueryData(queryKey, shown('9'))
    mutations.note({ ticket_id: '5', number: 5, to: 'merged', into: 9 })
  }
  return (
    <>
      <button type="button" onClick={merged}>
        Слить
      </button>
      <UndoBar mutations={mutations} />
    </>
  )
}

test('a merge that is undone leads back to the ticket itself, not on to the one it was part of', async () => {
  wire.answer(relations.unmergeTicket, { id: '5', number: 5 })
  const went = vi.fn()
  openScreen(wire, <Merged onBack={went} />)
  await press('Слить')
  await press('Отменить')
  await eventually(() => expect(went).toHaveBeenCalledExactlyOnceWith(undefined))
})

function Split({ go }: { go: (path: string) => void }) {
  const mutations = useTicketMutations(useScope().call, nothing)
  return (
    <SplitDialog {...{ mutations, go, view: VIEW, call: wire.call }} ticket={shown('5')} onClose={nothing} />
  )
}

test('a message that is taken out', async () => {
  const message = (id: string, text: string) => ({
    ...{ id, text, user_name: 'Тимур', user_image: null, created_at: atMinute(Number(id)), attachments: [] },
  })
  wire.answer(listDeskMessages, {
    ...{ current_page: 1, total_pages: 1 },
    results: [{ results: [message('2', 'И ещё'), message('1', 'Касса молчит')] }],
  })
  wire.answer(relations.splitTicket, { id: '6', number: 6 })
  const went = vi.fn()
  openScreen(wire, <Split go={went} />)
  await says('И ещё')
  await isAccessible()
  await submit(relations.splitTicket, { failed: 'Не удалось', press: 'Вынести: И ещё' })
  await eventually(() => expect(went).toHaveBeenCalledExactlyOnceWith('/tickets/6'))
})

test('a closed ticket that goes on, unless a colleague has opened it', async () => {
  wire.answer(relations.followUp, { id: '6', number: 6 })
  const went = vi.fn()
  openScreen(
    wire,
    <FollowUpDialog {...{ call: wire.call, view: VIEW, go: went }} ticket={shown('5')} onClose={nothing} />,
  )
  await fill('Первое сообщение', 'Банк ответил')
  await isAccessible()
  await submit(relations.followUp, {
    failed: 'Не удалось',
    press: 'Создать тикет',
    words: { 'Первое сообщение': 'Банк ответил' },
  })
  await eventually(() => expect(went).toHaveBeenCalledExactlyOnceWith('/tickets/6'))
})

test('filters that are kept, and called otherwise', async () => {
  const view = {
    ...{ id: '2', name: 'Касса', filters: { tab: 'waiting' as const, tag: 'касса' } },
    ...{ is_shared: false, is_own: true, version: 1, count: 3 },
  }
  wire.answer(listSavedViews, { results: [] })
  wire.answer(addSavedView, { id: '2' })
  wire.answer(editSavedView, { id: '2', version: 2 })
  openScreen(
    wire,
    <ViewsDialog call={wire.call} view={{ ...VIEW, tag: ['касса'] }} onView={nothing} onClose={nothing} />,
  )
  await says('Сохранённых фильтров пока нет')
  const now = 'Сохранить то, что сейчас в очереди'
  await fill(now, 'Касса')
  const form = { failed: 'Не удалось сохранить', press: 'Сохранить' }
  await submit(addSavedView, { ...form, words: { [now]: 'Касса' } })
  wire.answer(listSavedViews, { results: [view] })
  await eventually(async () => expect((await field(now)).value).toBe(''))
  closeScreen()

  openScreen(wire, <ViewsDialog call={wire.call} view={VIEW} onView={nothing} onClose={nothing} />)
  await press('Действия: Касса')
  await press('Переименовать')
  const renamed = 'Переименовать: Касса'
  await fill(renamed, 'Кассы')
  await submit(editSavedView, { ...form, words: { [renamed]: 'Кассы' } })
})

test('a saved filter that was replaced comes back as it was', async () => {
  const filters = { tab: 'waiting' as const, tag: 'касса' }
  let view: SavedView = {
    ...{ id: '2', name: 'Касса', filters, is_shared: true, is_own: true },
    ...{ version: 1, count: 3 },
  }
  wire.answer(listSavedViews, () => ({ results: [view] }))
  wire.answer(editSavedView, ({ body }) => {
    const change = JSON.parse(String(body))
    view = { ...view, filters: change.filters, version: change.version + 1 }
    return { id: '2', version: view.version }
  })
  openScreen(wire, <ViewsDialog call={wire.call} view={VIEW} onView={nothing} onClose={nothing} />)
  await press('Действия: Касса')
  await press('Заменить тем, что сейчас в очереди')
  await says('Фильтр «Касса» заменён')
  expect(view.filters).not.toHaveProperty('tag')
  await press('Вернуть прежний')
  await says('Фильтр «Касса» прежний')
  expect(view).toMatchObject({ filters, version: 3 })
  expect(buttons('Вернуть прежний')).toEqual([])
})

test('filters that could not be read say so and are asked for again', async () => {
  wire.answer(listSavedViews, { results: [] })
  wire.fail(listSavedViews, { code: 'internal', error: 'Internal server error' })
  openScreen(wire, <ViewsDialog call={wire.call} view={VIEW} onView={nothing} onClose={nothing} />)
  await says('Не удалось загрузить сохранённые фильтры')
  await press('Повторить')
  await says('Сохранённых фильтров пока нет')
})

function Tags() {
  const bulk = useBulk(useScope().call, { onDone: nothing, seen: () => new Map() })
  return <TagDialog call={wire.call} onTag={(what) => bulk.perform(['5', '6'], what)} onClose={closeScreen} />
}

test('a tag for several', async () => {
  wire.answer(listTags, { tags: [] })
  wire.answer(changeMany, {
    results: ['5', '6'].map((id) => ({ id, number: 5, fate: 'done' as const, before: null })),
  })
  openScreen(wire, <Tags />)
  await fill('Метка', 'возврат')
  await submit(changeMany, {
    failed: 'Не удалось изменить тикеты',
    press: 'Добавить',
    words: { Метка: 'возврат' },
  })
})

function Raise() {
  const { call } = useScope()
  useQuery(viewsQuery(call))
  const bulk = useBulk(call, { onDone: nothing, seen: () => new Map() })
  const raise = () => void bulk.perform(['5', '6'], { do: 'priority', priority: 'high' })
  return (
    <>
      <button type="button" onClick={raise}>
        Высокая
      </button>
      <button type="button" onClick={bulk.undo}>
        Отменить
      </button>
      <p>Сделано: {bulk.report?.done ?? 0}</p>
    </>
  )
}

test('a bulk action is undone while the lists are still refetching', async () => {
  wire.answer(listSavedViews, { results: [] })
  wire.answer(changeMany, {
    results: ['5', '6'].map((id) => ({ id, number: 5, fate: 'done' as const, before: 'normal' })),
  })
  openScreen(wire, <Raise />)
  await eventually(() => expect(wire.sent(listSavedViews)).toHaveLength(1))
  wire.answer(listSavedViews, () => new Promise<never>(nothing))
  await press('Высокая')
  await says('Сделано: 2')
  await press('Отменить')
  await eventually(() =>
    expect(wire.bodies(changeMany).map(({ act }) => act.priority)).toEqual(['high', 'normal']),
  )
})

function Closed() {
  const mutations = useTicketMutations(useScope().call, nothing)
  const five = { ticket_id: '5', number: 5 }
  useQuery(ticketQuery(useScope().call, '5'))
  return (
    <>
      <button type="button" onClick={() => void mutations.perform({ ...five, to: 'open' })}>
        Открыть снова
      </button>
      <button type="button" onClick={() => mutations.note({ ...five, to: 'closed' })}>
        Ответ закрыл
      </button>
      <button type="button" onClick={mutations.undo}>
        Отменить
      </button>
    </>
  )
}

test('a ticket that a reply has closed opens again while the lists are still read after an earlier opening', async () => {
  stubDisk()
  wire.answer(getDeskTicket, shown('5'))
  wire.answer(reopenTicket, { id: '5', status: 'awaiting_response', status_readable: 'Awaiting response' })
  openScreen(wire, <Closed />)
  await eventually(() => expect(wire.sent(getDeskTicket)).toHaveLength(1))
  wire.answer(getDeskTicket, () => new Promise<never>(nothing))
  await press('Открыть снова')
  await eventually(() => expect(wire.sent(getDeskTicket)).toHaveLength(2))
  await press('Открыть снова')
  expect(wire.sent(reopenTicket)).toHaveLength(1)
  await press('Ответ закрыл')
  await press('Отменить')
  await eventually(() => expect(wire.sent(reopenTicket)).toHaveLength(2))
})

function HandOver() {
  const { call } = useScope()
  return <HandOverDialog call={call} ticket={shown('5')} work={useWork(call)} onClose={closeScreen} />
}

test('handing over with a word', async () => {
  stubDisk()
  wire.answer(assignTicket, { id: '5', assignee: { id: '8', name: 'Малика Исмаилова' } })
  openScreen(wire, <HandOver />)
  await says('Малика Исмаилова')
  await fill('Кому', '8')
  await fill('Пара слов коллеге', 'Ждём банк')
  for (const [message, failure] of FAILURES.filter(([, failure]) => failure !== 'lost')) {
    wire.fail(assignTicket, failure)
    await press('Передать')
    await says(message ?? 'Не удалось назначить')
    expect((await field('Пара слов коллеге')).value).toBe('Ждём банк')
  }
  await press('Передать')
  await eventually(() => expect(buttons('Передать')).toEqual([]))
  expect(JSON.parse(String(wire.sent(assignTicket).at(-1)?.body))).toEqual({
    assignee: '8',
    from: null,
    word: 'Ждём банк',
  })
})

test('tags beside the conversation; what a colleague has changed stays', async () => {
  stubDisk()
  wire.answer(listTopics, { businesses: [] })
  wire.answer(listTags, { tags: [] })
  wire.answer(editTicket, { id: '5' })
  openScreen(wire, <WorkPart call={wire.call} ticket={shown('5')} />)
  await fill('Метки', 'банк')
  for (const [message, failure] of FAILURES.filter(([, failure]) => failure !== 'lost')) {
    wire.fail(editTicket, failure)
    await press('Сохранить метки')
    await says(message ?? 'Не удалось')
    expect((await field('Метки')).value).toBe('банк')
  }
  await press('Сохранить метки')
  await eventually(() => expect(wire.sent(editTicket)).toHaveLength(4))
  expect(JSON.parse(String(wire.sent(editTicket).at(-1)?.body))).toEqual({ tags: ['банк'], tags_were: [] })
})
