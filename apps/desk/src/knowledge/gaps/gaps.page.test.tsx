// @vitest-environment happy-dom
import { closeGap, getTree, type KnowledgeGap, listGaps } from '@podmoga/contract/desk/knowledge'
import { createMaterial } from '@podmoga/contract/desk/materials'
import { listAskedProposals } from '@podmoga/contract/desk/proposals'
import { useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import {
  buttons,
  choose,
  eventually,
  focused,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { GapsPage } from './gaps.page.tsx'

const SHUT = 'Закрыть без материала'
const PICK = 'Закрыть материалом'
const WRITE = 'Написать материал'
const NONE_LEFT = 'Все ответы есть'

const gap = (id: string, more: Partial<KnowledgeGap> = {}): KnowledgeGap => ({
  ...{ id, kind: 'search', query: `поиск ${id}`, people: 1, last_at: '2026-11-20T10:00:00.000Z' },
  ...{ material: null, ticket: null, texts: [], more_texts: 0, closed_at: null, answer: null, near: null },
  ...more,
})
const many = (count: number) => Array.from({ length: count }, (_, at) => gap(String(at + 1)))
const MATERIAL = { id: '31', title: 'Возврат по карте' }
const TREE = {
  business: { id: '1', name: 'Навруз' },
  ...{ zone: 'Asia/Tashkent', editors: [] },
  sections: [
    {
      ...{ id: '1', name: 'Касса' },
      subcategories: [
        {
          ...{ id: '2', name: 'Чеки' },
          materials: [
            {
              ...MATERIAL,
              ...{ state: 'published' as const, faq_position: null, edited_at: '2026-11-01T00:00:00.000Z' },
              ...{
                helpful: 0,
                not_helpful: 0,
                owner: null,
                check_on: null,
                publish_at: null,
                review: null,
                audience: null,
              },
            },
          ],
        },
      ],
    },
  ],
}

const wire = wireOfEach()
let gaps: KnowledgeGap[] = []
const PAGE = 20
const idIn = (url: string) => /gaps\/(\w+)\/close/.exec(url)?.[1]
beforeEach(() => {
  wire.answer(getTree, TREE)
  wire.answer(listAskedProposals, { results: [] })
  wire.answer(listGaps, ({ url }) => {
    const query = new URL(url, 'http://desk.test').searchParams
    const of = gaps.filter(({ closed_at }) => (closed_at !== null) === (query.get('closed') === 'true'))
    const from = (Number(query.get('page')) - 1) * PAGE
    return {
      results: of.slice(from, from + PAGE),
      total_pages: Math.ceil(of.length / PAGE),
      total_items: of.length,
    }
  })
  wire.answer(closeGap, ({ url, body }) => {
    const { material } = JSON.parse(String(body))
    const answer = material === null ? null : MATERIAL
    const closed_at = '2026-11-21T10:00:00.000Z'
    gaps = gaps.map((one) => (one.id === idIn(url) ? { ...one, closed_at, answer } : one))
    return { ok: true, closed: true }
  })
})

let url = ''
function UrlProbe() {
  const { pathname, search } = useLocation()
  url = pathname + search
  return null
}
const open = (of: KnowledgeGap[], at = '/kb/gaps') => {
  gaps = of
  openScreen(
    wire,
    <>
      <GapsPage />
      <UrlProbe />
    </>,
    at,
  )
}

const heading = () => document.querySelector('h1')
const lineOf = (id: string) =>
  eventually(() => {
    const found = document.querySelector<HTMLElement>(`[data-gap="${id}"]`)
    if (found === null) throw new Error(`no line ${id}`)
    return found
  })
const action = async (id: string, name: string): Promise<HTMLButtonElement> => {
  const found = [...(await lineOf(id)).querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  )
  if (found === undefined) throw new Error(`no «${name}»`)
  return found
}
const act = async (id: string, name: string) => {
  const one = await action(id, name)
  one.focus()
  one.click()
}
/** The dialog's button, which has the same name as the one in the list. */
const pick = async () => {
  await choose('Какой материал отвечает', MATERIAL.title)
  return eventually(() => {
    const found = buttons(PICK).find((one) => one.closest('[role="dialog"]') !== null)
    if (found === undefined || found.disabled) throw new Error('not yet')
    return found
  })
}

test('a closed line hands the focus to the next one, the last of the list to the one before, the last of all to the heading', async () => {
  open(many(3))
  await act('2', SHUT)
  await saysNo('поиск 2')
  await focused(WRITE, await lineOf('3'))
  await act('3', SHUT)
  await saysNo('поиск 3')
  await focused(WRITE, await lineOf('1'))
  await act('1', PICK)
  const shut = await pick()
  shut.click()
  await says(NONE_LEFT)
  await eventually(() => expect(document.activeElement).toBe(heading()))
  expect(wire.bodies(closeGap)).toEqual([{ material: null }, { material: null }, { material: MATERIAL.id }])
})

test('the last line of the last page closed: the page before it comes, with its lines; a page that is not there leads to the last', async () => {
  open(many(21), '/kb/gaps?page=2')
  await act('21', SHUT)
  await says('поиск 20')
  await eventually(() => expect(url).toBe('/kb/gaps'))
  await saysNo(NONE_LEFT)
  await eventually(() => expect(document.activeElement).toBe(heading()))
})

test('an address of a page that is not there leads to the last one', async () => {
  open(many(20), '/kb/gaps?page=7')
  await says('поиск 20')
  await eventually(() => expect(url).toBe('/kb/gaps'))
})

test('a line says how many comments it does not show; a material that did not help is mended itself', async () => {
  const texts = Array.from({ length: 10 }, () => 'не хватило слов')
  open([gap('1', { kind: 'feedback', query: null, material: MATERIAL, texts, more_texts: 2 })])
  await says('Не помог материал')
  await says('и ещё 2 отзыва')
  await isAccessible()
  expect(document.body.textContent?.split('не хватило слов')).toHaveLength(11)
  const links = [...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])
  expect(links).toContainEqual(['Исправить этот материал', '/kb/31'])
  expect(buttons(WRITE)).toEqual([])
})

test('a line pressed twice is closed once, by itself and in the dialog', async () => {
  open(many(2))
  const held = Promise.withResolvers<void>()
  wire.answer(closeGap, async ({ url }) => {
    await held.promise
    gaps = gaps.filter(({ id }) => id !== idIn(url))
    return { ok: true, closed: true }
  })
  const shut = await action('1', SHUT)
  shut.click()
  shut.click()
  await eventually(() => expect(shut.getAttribute('aria-busy')).toBe('true'))
  shut.click()
  await act('2', PICK)
  const chosen = await pick()
  chosen.click()
  chosen.click()
  await eventually(() => expect(chosen.getAttribute('aria-busy')).toBe('true'))
  chosen.click()
  held.resolve()
  await says(NONE_LEFT)
  await eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  expect(wire.sent(closeGap)).toHaveLength(2)
})

test('what is being written for a line is said, and written once; nothing is closed by nothing', async () => {
  open([gap('1', { query: 'щщъжэ' }), gap('2')])
  await act('2', PICK)
  await says('Какой материал отвечает')
  await isAccessible()
  expect(buttons(PICK).filter(({ disabled }) => disabled)).toHaveLength(1)
  await press('Отмена')
  wire.answer(createMaterial, { id: '32' })
  wire.answer(closeGap, () => {
    gaps = [gap('1', { query: 'щщъжэ', answer: { id: '32', title: 'Щщъжэ' } })]
    return { ok: true, closed: false }
  })
  await act('1', WRITE)
  await says('Подраздел')
  await isAccessible()
  await press('Создать')
  await eventually(() => expect(url).toBe('/kb/32'))
  expect(wire.bodies(createMaterial)).toEqual([{ subcategory: '2', title: 'Щщъжэ' }])
  expect(wire.bodies(closeGap)).toEqual([{ material: '32' }])
  await says('Пишется материал Щщъжэ · закроется, когда его опубликуют')
  expect(buttons(WRITE)).toEqual([])
})

test('closed lines say what answers them, if anything', async () => {
  const closed_at = '2026-11-21T10:00:00.000Z'
  open([gap('1', { closed_at, answer: MATERIAL }), gap('2', { closed_at })])
  await says(NONE_LEFT)
  await press('Закрытые')
  await says('Отвечает материал Возврат по карте')
  await says('Закрыто без материала')
  await isAccessible()
  expect(buttons(SHUT)).toEqual([])
  gaps = []
  await press('Открытые')
  await says(NONE_LEFT)
})

test('a line that could not be closed stays, and says why', async () => {
  open(many(1))
  wire.fail(closeGap, 'lost')
  await act('1', SHUT)
  await says('Не удалось закрыть строку')
  await says('поиск 1')
})
