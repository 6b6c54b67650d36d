// @vitest-environment happy-dom
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { PageHeading } from './page-heading.tsx'

/** The focus after the heading appears, which waits for the page's answer; `before` had the focus until then. */
const focusedAfter = (before: string): string | undefined => {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const draw = (hasHeading: boolean) =>
    flushSync(() =>
      root.render(
        <MemoryRouter initialEntries={[{ pathname: '/2/tickets/30', key: 'led-here' }]}>
          <main>
            {hasHeading && <PageHeading title="Тикет">Тикет</PageHeading>}
            <textarea />
            <button type="button">Файлы</button>
          </main>
        </MemoryRouter>,
      ),
    )
  draw(false)
  document.querySelector<HTMLElement>(before)?.focus()
  draw(true)
  const focused = document.activeElement?.localName
  root.unmount()
  return focused
}

test('a heading takes the focus when its page comes, but not from whoever writes already', () => {
  expect(focusedAfter('body')).toBe('h1')
  expect(focusedAfter('button')).toBe('h1')
  expect(focusedAfter('textarea')).toBe('textarea')
})
