// @vitest-environment happy-dom
import { loadCleaner } from '@podmoga/ui/article-body/clean-html'
import { NavigationProvider } from '@podmoga/ui/lib/navigation'
import { ArticleText } from '@podmoga/web/article/article-text'
import * as connectivity from '@podmoga/web/connectivity'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isAccessible } from '../../lib/screen.testing.tsx'

// happy-dom has no native HTML sanitizer: wait until the fallback is loaded, as a page does.
beforeAll(async () => void (await loadCleaner()))

const ID = '0123456789abcdef0123456789abcdef'
const PAGE = `https://rutube.ru/video/${ID}/`
// Starts with a paragraph, because happy-dom and the library drop the first element.
const VIDEO = `<p>Раз</p><figure><a href="${PAGE}" target="_blank">Как закрыть смену</a></figure>`

let root: Root
beforeEach(() => {
  vi.spyOn(connectivity, 'isOnline').mockReturnValue(true)
  root = createRoot(document.body.appendChild(document.createElement('main')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  vi.restoreAllMocks()
})
const show = (html: string) =>
  flushSync(() =>
    root.render(
      <NavigationProvider navigation={{ navigate: () => undefined, hrefOf: (path) => path }}>
        <ArticleText html={html} />
      </NavigationProvider>,
    ),
  )
const one = <E extends Element>(selector: string): Promise<E> =>
  vi.waitFor(() => {
    const [found, more] = document.querySelectorAll<E>(selector)
    if (found === undefined || more !== undefined) throw new Error(`${selector}: ${document.body.innerHTML}`)
    return found
  })
const frames = () => document.querySelectorAll('iframe').length

test('nothing of the other site comes before the press; then its player, and its page stays a link', async () => {
  show(`${VIDEO}<p>Два</p>`)
  const button = await one<HTMLButtonElement>('figure button')
  expect(button.textContent).toBe('Как закрыть сменуСмотреть · RuTube')
  expect(document.querySelectorAll('iframe, img, video, link, script')).toHaveLength(0)
  const link = await one<HTMLAnchorElement>('figure a')
  expect([link.href, link.target, link.rel, link.textContent]).toEqual([
    PAGE,
    '_blank',
    'noopener noreferrer',
    'Открыть на RuTube',
  ])
  expect(link.getAttribute('aria-label')).toBe('Открыть на RuTube: Как закрыть смену')
  await isAccessible()

  flushSync(() => button.click())
  const frame = await one<HTMLIFrameElement>('figure iframe')
  const facts = ['src', 'title', 'sandbox', 'referrerpolicy', 'allow']
  expect(facts.map((name) => frame.getAttribute(name))).toEqual([
    `https://rutube.ru/play/embed/${ID}/?autoplay=1`,
    'Как закрыть смену, RuTube',
    'allow-scripts allow-same-origin allow-presentation',
    'strict-origin',
    'autoplay; encrypted-media; fullscreen; picture-in-picture',
  ])
  expect(document.activeElement).toBe(frame)
  expect((await one<HTMLAnchorElement>('figure a')).href).toBe(PAGE)
})

test('without a network the press says so, and the link stays', async () => {
  vi.mocked(connectivity.isOnline).mockReturnValue(false)
  show(VIDEO)
  const button = await one<HTMLButtonElement>('figure button')
  flushSync(() => button.click())
  expect(document.body.textContent).toContain('Нет соединения.')
  expect(frames()).toBe(0)
})

test('fresh addresses elsewhere in the text do not stop what is playing; another text begins anew', async () => {
  const text = (signed: string) => `${VIDEO}<p><a href="/files/${signed}">Файл</a></p>`
  show(text('a'))
  const button = await one<HTMLButtonElement>('figure button')
  flushSync(() => button.click())
  const frame = await one('iframe')
  show(text('b'))
  expect(document.querySelector('iframe')).toBe(frame)
  expect(document.querySelector('p a')?.getAttribute('href')).toMatch(/\/files\/b$/)
  show(`<p>Другое</p>${VIDEO.replace('закрыть', 'открыть')}`)
  expect(frames()).toBe(0)
  expect((await one('figure button')).textContent).toContain('Как открыть смену')
})

test.each([
  ['another site', '<figure><a href="https://evil.test/video/1">Слова</a></figure>'],
  ['more than a link', `<figure><a href="${PAGE}">Слова</a> и ещё</figure>`],
  ['a link in a text', `<p><a href="${PAGE}">Слова</a></p>`],
  [
    'a site that is called so',
    `<figure><a href="https://rutube.ru.evil.test/video/${ID}/">Слова</a></figure>`,
  ],
])('%s is no video', async (_name, html) => {
  show(`<p>Раз</p>${html}${VIDEO}`)
  // Wait until the one real video has become a card.
  await one('button')
  expect(document.querySelectorAll('button')).toHaveLength(1)
  expect(document.body.textContent).toContain('Слова')
})
