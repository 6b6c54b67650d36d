// @vitest-environment happy-dom
import {
  createSection,
  type DeskTree,
  deleteSection,
  getTree,
  moveSection,
  moveSubcategory,
  renameSection,
} from '@podmoga/contract/desk/knowledge'
import { moveMaterial } from '@podmoga/contract/desk/materials'
import { beforeEach, expect, test } from 'vitest'
import {
  button,
  buttons,
  eventually,
  fill,
  focused,
  isAccessible,
  openScreen,
  press,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { moved, type Thing } from './tree.ts'
import { TreePane } from './tree-pane.tsx'

const material = (id: string) => ({
  ...{ id, title: `Материал ${id}`, state: 'published' as const, faq_position: null },
  ...{ edited_at: '2026-11-01T00:00:00.000Z', helpful: 0, not_helpful: 0 },
  ...{ owner: null, check_on: null, publish_at: null, review: null, audience: null },
})
const subcategory = (id: string, ...materials: string[]) => ({
  ...{ id, name: `Подраздел ${id}` },
  materials: materials.map(material),
})
const TREE: DeskTree = {
  ...{ business: { id: '1', name: 'Навруз' }, zone: 'Asia/Tashkent', editors: [] },
  sections: [
    { id: '1', name: 'Касса', subcategories: [subcategory('11', '101', '102'), subcategory('12', '103')] },
    { id: '2', name: 'Кухня', subcategories: [subcategory('21', '201')] },
  ],
}

const wire = wireOfEach()
let tree = TREE
const idIn = (url: string) => /\/(\d+)\/move\//.exec(url)?.[1] ?? ''
beforeEach(() => {
  localStorage.clear()
  tree = TREE
  wire.answer(getTree, () => tree)
  const move = (level: Thing['level']) => (request: { url: string; body?: unknown }) => {
    const { position, section, subcategory: into } = JSON.parse(String(request.body))
    const parent_id = level === 'section' ? null : level === 'subcategory' ? section : into
    tree = moved(tree, { level, id: idIn(request.url) }, { parent_id, position })
    return { ok: true }
  }
  wire.answer(moveSection, move('section'))
  wire.answer(moveSubcategory, move('subcategory'))
  wire.answer(moveMaterial, move('material'))
})
const row = (name: string) =>
  eventually(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[data-level] a, [data-level] button')].find(
      ({ textContent }) => textContent?.startsWith(name),
    )
    if (found === undefined) throw new Error(`no row «${name}»`)
    return found
  })
/** Presses Alt+arrow on a row. */
const step = async (name: string, key: 'ArrowUp' | 'ArrowDown') => {
  const one = await row(name)
  one.focus()
  one.dispatchEvent(new KeyboardEvent('keydown', { key, altKey: true, bubbles: true, cancelable: true }))
}
const holds = async (name: string) => {
  const one = await row(name)
  await eventually(() => expect(document.activeElement?.textContent).toBe(one.textContent))
}
const isOpen = async (name: string) =>
  eventually(async () => expect((await row(name)).getAttribute('aria-expanded')).toBe('true'))

test('a base that does not load says so and is asked for again; an empty one says how to begin', async () => {
  wire.fail(getTree, { code: 'internal', error: 'Internal server error' })
  tree = { ...TREE, sections: [] }
  openScreen(wire, <TreePane materialId={null} />)
  await says('Не удалось загрузить базу знаний')
  await isAccessible()
  await press('Повторить')
  await says('База пока пуста. Начните с раздела.')
  await isAccessible()
})

test('what is found stands open, and nothing found is said', async () => {
  openScreen(wire, <TreePane materialId={null} />)
  await press('Касса')
  await fill('Найти в базе', '201')
  await says('Материал 201')
  await saysNo('Касса')
  await fill('Найти в базе', 'ъъщщ')
  await says('Ничего не нашлось')
  await isAccessible()
})

test('rows move by keys, keep the focus, and open what they step into', async () => {
  openScreen(wire, <TreePane materialId={null} />)
  await step('Касса', 'ArrowDown')
  await says('место 2 из 2')
  await holds('Касса')
  await eventually(() => expect(tree.sections.map(({ id }) => id)).toEqual(['2', '1']))
  await step('Касса', 'ArrowUp')
  await eventually(() => expect(tree.sections.map(({ id }) => id)).toEqual(['1', '2']))
  await holds('Касса')

  await press('Касса')
  await press('Подраздел 12')
  await step('Материал 103', 'ArrowDown')
  await isOpen('Кухня')
  await isOpen('Подраздел 21')
  await holds('Материал 103')
  await press('Подраздел 12')
  await step('Материал 103', 'ArrowUp')
  await isOpen('Подраздел 12')
  await holds('Материал 103')
  await press('Кухня')
  await step('Подраздел 12', 'ArrowDown')
  await isOpen('Кухня')
  await holds('Подраздел 12')
  await eventually(() =>
    expect(tree.sections.map(({ subcategories }) => subcategories.map(({ id }) => id))).toEqual([
      ['11'],
      ['12', '21'],
    ]),
  )
  await step('Кухня', 'ArrowDown')
  await says('Дальше двигать некуда')
})

test('a section is made, called otherwise and removed; what holds something stays, and says why', async () => {
  const put = (...sections: DeskTree['sections']) => {
    tree = { ...tree, sections }
  }
  wire.answer(createSection, ({ body }) => {
    put(...tree.sections, { id: '3', name: JSON.parse(String(body)).name, subcategories: [] })
    return { id: '3' }
  })
  wire.answer(renameSection, ({ body }) => {
    const { name } = JSON.parse(String(body))
    put(...tree.sections.map((one) => (one.id === '3' ? { ...one, name } : one)))
    return { ok: true }
  })
  wire.answer(deleteSection, () => {
    put(...tree.sections.filter(({ id }) => id !== '3'))
    return { ok: true }
  })
  openScreen(wire, <TreePane materialId={null} />)
  await press('Новый раздел')
  await press('Создать')
  await says('Введите название.')
  await isAccessible()
  expect(wire.sent(createSection)).toEqual([])
  await fill('Название', 'Летняя веранда')
  await press('Создать')
  await press('Действия: Летняя веранда')
  await press('Переименовать')
  await fill('Название', 'Веранда')
  await press('Сохранить')
  await press('Действия: Веранда')
  await press('Удалить')
  await says('Удалить «Веранда»?')
  await isAccessible()
  await press('Удалить')
  await saysNo('Веранда')

  const held = 'Сначала перенесите или удалите то, что внутри.'
  wire.fail(deleteSection, { code: 'not_empty', error: held })
  await press('Действия: Касса')
  await press('Удалить')
  await press('Удалить')
  await says(held)
  await isAccessible()
  await press('Отмена')
  await button('Касса')
  await eventually(() => expect(buttons('Удалить')).toEqual([]))
  await focused('Действия: Касса')
})

test('a material is made in its subcategory from the menu of that', async () => {
  openScreen(wire, <TreePane materialId={null} />)
  await press('Касса')
  await press('Действия: Подраздел 11')
  await press('Новый материал')
  await press('Создать')
  await says('Введите название.')
  await isAccessible()
})
