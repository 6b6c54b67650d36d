// @vitest-environment happy-dom
import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { loadCleaner } from '@podmoga/ui/article-body/clean-html'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { materialQuery } from '../knowledge.api.ts'
import { ArticlePage } from './article.page.tsx'

beforeAll(async () => void (await loadCleaner()))
afterEach(() => {
  closeScreen()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const materialWith = (signature: string) => ({
  id: '5',
  title: 'Не печатает чек',
  section: { id: '1', name: 'Касса' },
  subcategory: { id: 'a', name: 'Печать' },
  cover: null,
  content: '<p>Проверьте бумагу.</p>',
  files: ['чек.pdf', 'чек.pdf'].map((file_name, at) => ({
    file_name,
    file_url: `/files/${at}?${signature}`,
  })),
  updated_at: '2026-11-20T10:00:00.000Z',
})

const PAGE = (
  <Routes>
    <Route path={STAFF_PAGES.material} element={<ArticlePage />} />
  </Routes>
)
const PATH = '/1/section/1/material/5'

test('a file of an article that came with the page is left to the browser, before its own call answers', async () => {
  // What came with a page is used in its first minute; the worker of this file may be older.
  const opened = performance.now()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() - opened)
  vi.stubGlobal('podmoga_screen', {
    answers: [
      { key: materialQuery({ restaurantId: '1' } as never, '5').queryKey, data: materialWith('page') },
    ],
  })
  const { text } = openScreen(
    { getMaterial: () => new Promise(() => undefined), listSubcategoryMaterials: () => [] },
    PAGE,
    PATH,
  )
  await expect.poll(text).toContain('Проверьте бумагу.')
  const file = document.querySelector<HTMLAnchorElement>('a[target="_blank"]')
  expect(file?.getAttribute('href')).toBe('/files/0?page')
  const prevented: boolean[] = []
  file?.addEventListener('click', (event) => {
    prevented.push(event.defaultPrevented)
    event.preventDefault()
  })
  file?.click()
  expect(prevented).toEqual([false])
})

test('a file whose link has expired is opened by a new one', async () => {
  const replaced: string[] = []
  const replace = (url: string) => replaced.push(url)
  const open = vi.fn(() => ({ opener: window, location: { replace }, close: () => undefined }))
  vi.stubGlobal('open', open)
  let answer = (_: unknown): void => undefined
  const { client, scope, text } = openScreen(
    {
      getMaterial: () =>
        new Promise((resolve) => {
          answer = resolve
        }),
      listSubcategoryMaterials: () => [],
    },
    PAGE,
    PATH,
  )
  const tenMinutesAgo = { updatedAt: Date.now() - 10 * 60_000 }
  client.setQueryData(materialQuery(scope, '5').queryKey, materialWith('old') as never, tenMinutesAgo)
  await expect.poll(text).toContain('Проверьте бумагу.')
  const second = document.querySelectorAll<HTMLAnchorElement>('a[target="_blank"]')[1]
  const press = () => second?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(press()).toBe(false)
  await expect.poll(() => open.mock.calls.length).toBe(1)
  answer(materialWith('new'))
  await expect.poll(() => replaced).toEqual(['/files/1?new'])
  // A link just fetched is left to the browser.
  await expect.poll(() => second?.getAttribute('href')).toBe('/files/1?new')
  second?.addEventListener('click', (event) => {
    expect(event.defaultPrevented).toBe(false)
    event.preventDefault()
  })
  press()
  expect(open).toHaveBeenCalledTimes(1)
})
