import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import { expect, test } from 'vitest'
import { dropSpot, faqOf, found, moved, parentsOf, spotText, stepOf, wayTo } from './tree.ts'

const material = (id: string, title: string, faq_position: number | null = null) => ({
  id,
  title,
  state: 'published' as const,
  faq_position,
  edited_at: '2026-11-18T09:00:00.000Z',
  helpful: 0,
  not_helpful: 0,
  owner: null,
  check_on: null,
  publish_at: null,
  audience: null,
  review: null,
})

const TREE: DeskTree = {
  business: { id: '1', name: 'Демо' },
  zone: 'Asia/Tashkent',
  editors: [],
  sections: [
    {
      id: '10',
      name: 'Касса',
      subcategories: [
        {
          id: '100',
          name: 'Смены',
          materials: [material('1', 'Открыть смену', 2), material('2', 'Закрыть смену')],
        },
        { id: '101', name: 'Чеки', materials: [] },
      ],
    },
    {
      id: '11',
      name: 'Склад',
      subcategories: [{ id: '102', name: 'Приёмка', materials: [material('3', 'Накладная', 1)] }],
    },
  ],
}

const order = (tree: DeskTree) =>
  tree.sections.map(
    ({ id, subcategories }) =>
      `${id}: ${subcategories.map((item) => `${item.id}[${item.materials.map((each) => each.id)}]`).join(' ')}`,
  )

test('the groups to expand for a moved thing to be visible', () => {
  expect(wayTo(TREE, { level: 'material', id: '1' }, { parent_id: '102', position: 0 })).toEqual([
    'section-11',
    'subcategory-102',
  ])
  expect(wayTo(TREE, { level: 'subcategory', id: '100' }, { parent_id: '11', position: 0 })).toEqual([
    'section-11',
  ])
  expect(wayTo(TREE, { level: 'section', id: '10' }, { parent_id: null, position: 1 })).toEqual([])
})

test('a step stays in its list, then goes over into the next one', () => {
  const thing = { level: 'material', id: '1' } as const
  expect(stepOf(TREE, thing, 1)).toEqual({ parent_id: '100', position: 1 })
  expect(stepOf(TREE, { ...thing, id: '2' }, 1)).toEqual({ parent_id: '101', position: 0 })
  expect(stepOf(TREE, { ...thing, id: '3' }, -1)).toEqual({ parent_id: '101', position: 0 })
  expect(stepOf(TREE, thing, -1)).toBeNull()
  expect(stepOf(TREE, { level: 'section', id: '11' }, 1)).toBeNull()
})

test('a move takes a thing out of one list and puts it into another', () => {
  expect(order(moved(TREE, { level: 'material', id: '3' }, { parent_id: '100', position: 1 }))).toEqual([
    '10: 100[1,3,2] 101[]',
    '11: 102[]',
  ])
  expect(order(moved(TREE, { level: 'subcategory', id: '101' }, { parent_id: '11', position: 0 }))).toEqual([
    '10: 100[1,2]',
    '11: 101[] 102[3]',
  ])
  expect(order(moved(TREE, { level: 'section', id: '10' }, { parent_id: null, position: 1 }))).toEqual([
    '11: 102[3]',
    '10: 100[1,2] 101[]',
  ])
})

test('dropping counts positions among the remaining siblings, and rejects invalid parents', () => {
  const first = { level: 'material', id: '1' } as const
  expect(dropSpot(TREE, first, { level: 'material', id: '2' }, true)).toEqual({
    parent_id: '100',
    position: 1,
  })
  expect(dropSpot(TREE, first, { level: 'material', id: '3' }, false)).toEqual({
    parent_id: '102',
    position: 0,
  })
  expect(dropSpot(TREE, first, { level: 'subcategory', id: '102' }, false)).toEqual({
    parent_id: '102',
    position: 1,
  })
  expect(dropSpot(TREE, first, { level: 'section', id: '11' }, true)).toBeNull()
  expect(dropSpot(TREE, { level: 'section', id: '10' }, first, true)).toBeNull()
  expect(dropSpot(TREE, first, first, true)).toBeNull()
})

test('the search keeps what stands above a hit, and everything below one', () => {
  expect(order({ ...TREE, sections: found(TREE, 'закрыть') })).toEqual(['10: 100[2]'])
  expect(order({ ...TREE, sections: found(TREE, 'ПРИЕМКА') })).toEqual(['11: 102[3]'])
  expect(order({ ...TREE, sections: found(TREE, 'касса') })).toEqual(['10: 100[1,2] 101[]'])
  expect(found(TREE, 'нет такого')).toEqual([])
})

test('places are told in words, frequent questions in their order', () => {
  expect(spotText(TREE, { level: 'material', id: '2' })).toBe('Касса › Смены, место 2 из 2')
  expect(spotText(TREE, { level: 'subcategory', id: '101' })).toBe('Касса, место 2 из 2')
  expect(spotText(TREE, { level: 'section', id: '11' })).toBe('место 2 из 2')
  expect(faqOf(TREE).map(({ id }) => id)).toEqual(['3', '1'])
  expect(parentsOf(TREE, '3')?.subcategory.id).toBe('102')
  expect(parentsOf(TREE, '9')).toBeNull()
})
