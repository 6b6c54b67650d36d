import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { searchKept } from './kept-search.ts'

const item = (id: string, title: string) => ({ id, title, section: '1', subcategory: '2' })
const material = (title: string, content: string) => ({
  title,
  content,
  section: { id: '1', name: 'Касса' },
  subcategory: { id: '2', name: 'Чеки' },
  files: [],
})

const filled = () => {
  const client = new QueryClient()
  client.setQueryData(
    ['knowledge', '1', 'faq'],
    [item('5', 'Не печатается чек'), item('6', 'Как закрыть смену')],
  )
  client.setQueryData(
    ['knowledge', '1', 'material', '7'],
    material('Принтер', '<p>Если чеки <b>бледные</b>, смените ленту</p>'),
  )
  client.setQueryData(
    ['knowledge', '1', 'sections'],
    [{ id: '1', name: 'Касса', subcategories: [{ id: '3', name: 'Смена' }] }],
  )
  client.setQueryData(['knowledge', '1', 'materials', '3'], [{ id: '9', title: 'Как открыть кассу' }])
  // In an unknown subcategory, so there is no page to link to.
  client.setQueryData(['knowledge', '1', 'materials', '99'], [{ id: '10', title: 'Как открыть склад' }])
  client.setQueryData(['knowledge', '2', 'material', '8'], material('Чужой чек', ''))
  return client
}
const found = async (query: string) => (await searchKept(filled(), '1', query)).map(({ id }) => id)

test('finds what was read by its words in other forms, titles first, and in this restaurant alone', async () => {
  expect(await found('чеки')).toEqual(['5', '7'])
  expect(await found('бледный чек')).toEqual(['7'])
  expect(await found('СМЕНА закрытие')).toEqual(['6'])
  expect(await found('закрыть смены')).toEqual(['6'])
})

test('finds every title, also of what nobody has opened here', async () => {
  expect(await found('открыть')).toEqual(['9'])
  expect((await searchKept(filled(), '1', 'открыть'))[0]).toMatchObject({ section: '1', subcategory: '3' })
})

test('finds nothing for nothing, and never by a tag', async () => {
  expect(await found('')).toEqual([])
  expect(await found('...')).toEqual([])
  expect(await found('strong')).toEqual([])
})
