// @vitest-environment happy-dom
import { STAFF_PAGES } from '@podmoga/contract/staff-pages'
import { Route, Routes } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { FirstMaterial, SectionPage } from './section.page.tsx'

afterEach(closeScreen)

const SUBCATEGORIES = [
  { id: 'a', name: 'Печать' },
  { id: 'b', name: 'Возвраты' },
]
const answers = {
  getSection: () => ({ id: '1', name: 'Касса', subcategories: SUBCATEGORIES }),
  listSubcategories: () => SUBCATEGORIES,
  listSubcategoryMaterials: ({ params }: { params?: Record<string, string> }) => [
    { id: `${params?.subcategoryId}1`, title: `Статья ${params?.subcategoryId}1` },
  ],
  getMaterial: ({ params }: { params?: Record<string, string> }) => ({ id: params?.materialId }),
}

const materialAt = (id: string, subcategory?: string) =>
  `/1/section/1/material/${id}${subcategory === undefined ? '' : `?subcategory=${subcategory}`}`

const openSection = (at: string) => {
  const screen = openScreen(
    answers,
    <Routes>
      <Route path={STAFF_PAGES.section} element={<SectionPage />}>
        <Route index element={<FirstMaterial />} />
        <Route path={STAFF_PAGES.material} element={null} />
      </Route>
    </Routes>,
    at,
  )
  const headers = () => [...document.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')]
  return {
    go: screen.go,
    isAt: (path: string) => expect.poll(screen.path).toBe(path),
    isOpen: (...names: string[]) =>
      expect
        .poll(() =>
          headers().flatMap((one) => (one.getAttribute('aria-expanded') === 'true' ? [one.textContent] : [])),
        )
        .toEqual(names),
    press: (name: string) =>
      headers()
        .find(({ textContent }) => textContent === name)
        ?.click(),
  }
}

test('a section without a subcategory in its URL opens the first one, though another was open before', async () => {
  const { go, isAt, isOpen } = openSection(materialAt('b1', 'b'))
  await isOpen('Возвраты')
  go('/1/section/1')
  await isAt(materialAt('a1', 'a'))
  await isOpen('Печать')
})

test('a closed subcategory stays closed until the URL names it again', async () => {
  const { go, isAt, isOpen, press } = openSection(materialAt('b1', 'b'))
  await isOpen('Возвраты')
  press('Возвраты')
  await isOpen()
  // A link inside an article names none.
  go(materialAt('b2'))
  await isAt(materialAt('b2'))
  await isOpen()
  go('/1/section/1?subcategory=b')
  await isAt(materialAt('b1', 'b'))
  await isOpen('Возвраты')
})
