// @vitest-environment happy-dom

import { getTree, setFaq } from '@podmoga/contract/desk/knowledge'
import { refusalText } from '@podmoga/contract/refusals'
import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { useScope } from '../../lib/scope.tsx'
import { eventually, field, fill, openScreen, says, tick, wireOfEach } from '../../lib/screen.testing.tsx'
import { treeQuery } from '../knowledge.api.ts'
import { FaqPart } from './faq-part.tsx'

const wire = wireOfEach()
const treeOf = (faq: readonly string[]) => ({
  business: { id: '1', name: 'Навруз' },
  ...{ zone: 'Asia/Tashkent', editors: [] },
  sections: [
    {
      ...{ id: '1', name: 'Касса' },
      subcategories: [
        {
          ...{ id: '2', name: 'Чеки' },
          materials: ['11', '12', '13'].map((id) => ({
            ...{ id, title: `Материал ${id}`, state: 'published' as const },
            faq_position: faq.includes(id) ? faq.indexOf(id) + 1 : null,
            ...{ edited_at: '2026-11-01T00:00:00.000Z', helpful: 0, not_helpful: 0 },
            ...{ owner: null, check_on: null, publish_at: null, review: null, audience: null },
          })),
        },
      ],
    },
  ],
})
function Part({ of }: { of: string }) {
  const { data } = useQuery(treeQuery(useScope().call))
  return data === undefined ? null : <FaqPart material_id={of} tree={data} />
}
const PLACE = 'Место среди частых вопросов'
const isAt = (place: string) => eventually(async () => expect((await field(PLACE)).value).toBe(place))

test('a frequent question moves, leaves and comes back last; a list that another has changed is not written over', async () => {
  let faq = ['11', '12', '13']
  wire.answer(getTree, () => treeOf(faq))
  wire.answer(setFaq, ({ body }) => {
    faq = JSON.parse(String(body)).materials
    return { ok: true }
  })
  openScreen(wire, <Part of="13" />)
  await isAt('2')
  await fill(PLACE, '0')
  await isAt('0')
  await eventually(async () => expect((await field(PLACE)).disabled).toBe(false))
  expect(faq).toEqual(['13', '11', '12'])
  const flag = () => tick('Частый вопрос')
  await flag()
  await eventually(() => expect(faq).toEqual(['11', '12']))
  await flag()
  await isAt('2')
  await eventually(async () => expect((await field(PLACE)).disabled).toBe(false))

  faq = ['12', '13', '11']
  wire.fail(setFaq, { code: 'stale_draft', error: refusalText('stale_draft') })
  await fill(PLACE, '0')
  await says('Не удалось изменить')
  await isAt('1')
  expect(wire.bodies(setFaq).map(({ seen }) => seen)).toEqual([
    ['11', '12', '13'],
    ['13', '11', '12'],
    ['11', '12'],
    ['11', '12', '13'],
  ])
  expect(faq).toEqual(['12', '13', '11'])
  await fill(PLACE, '0')
  await eventually(() => expect(faq).toEqual(['13', '12', '11']))
})
