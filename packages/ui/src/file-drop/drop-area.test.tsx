// @vitest-environment happy-dom
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { keepPageAtDrop } from '../root/keep-page.tsx'
import { FileButton, FileDrop } from './file-drop.tsx'

beforeAll(keepPageAtDrop)
let root: Root
beforeEach(() => {
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
})

const taken: string[] = []
const show = async (isDisabled = false) => {
  taken.length = 0
  const props = { accept: [], onFiles: (files: File[]) => taken.push(...files.map(({ name }) => name)) }
  root.render(
    <>
      <FileDrop label="Файлы" {...props} isDisabled={isDisabled} />
      <FileButton label="Скрепка" {...props} />
    </>,
  )
  await expect.poll(() => document.querySelector('input')).not.toBeNull()
}

/** Drags over an element and drops; returns whether the browser's own action is left to each event. */
const drop = (element: Element | null, types = ['Files']) =>
  ['dragover', 'drop'].map((name) => {
    const event = new Event(name, { bubbles: true, cancelable: true })
    const dataTransfer = { types, dropEffect: 'none', files: [new File(['x'], 'чек.jpg')] }
    Object.defineProperty(event, 'dataTransfer', { value: dataTransfer })
    element?.dispatchEvent(event)
    return !event.defaultPrevented
  })

test('a file dropped beside the zone, or on a disabled one, is not opened by the browser', async () => {
  await show()
  await expect.poll(() => drop(document.body)).toEqual([false, false])
  expect(taken).toEqual([])
  await show(true)
  await expect.poll(() => document.querySelector('input')?.disabled).toBe(true)
  expect(drop(document.querySelector('input'))).toEqual([false, false])
  expect(taken).toEqual([])
})

test('the zone takes its files; the paperclip and dragged text are left to the browser', async () => {
  await show()
  expect(drop(document.querySelector('input'))).toEqual([false, false])
  expect(taken).toEqual(['чек.jpg'])
  expect(drop(document.querySelector('[aria-label="Скрепка"]'))).toEqual([true, true])
  expect(drop(document.body, ['text/plain'])).toEqual([true, true])
})

test('a page without a zone keeps what is typed there too', () => {
  expect(drop(document.body)).toEqual([false, false])
})
