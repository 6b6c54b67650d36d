// @vitest-environment happy-dom
// Layout, browser focus and password managers are tested in e2e/business/intranet.spec.ts.
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { IntranetView, type View } from './intranet.view.tsx'
import { SESSION } from './session.texts.ts'

const onEntered = vi.fn()
const onSignOut = vi.fn()
/** The server's answers by the end of the URL; any other URL gives 404. */
let answers: Record<string, () => [status: number, body: unknown, headers?: Record<string, string>]>
let root: Root
beforeEach(() => {
  onEntered.mockReset()
  onSignOut.mockReset()
  answers = {}
  // A stub of Web Locks, which the test document lacks: with a single tab every lock is free.
  const locks = { request: async (...given: unknown[]) => (given.at(-1) as () => unknown)() }
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true })
  vi.stubGlobal('fetch', async (url: string) => {
    const [, answer] = Object.entries(answers).find(([path]) => url.endsWith(path)) ?? []
    const [status, body, headers] = answer?.() ?? [404, { code: 'not_found', error: 'Не найдено' }]
    return new Response(JSON.stringify(body), { status, headers: headers ?? {} })
  })
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const show = (view: View) => {
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const rest = { onEntered, onSignOut, isLeaving: false, onRetry: () => undefined }
  root.render(<IntranetView view={view} {...rest} />)
}
const eventually = <T,>(look: () => T): Promise<T> => vi.waitFor(look, { interval: 5 })
const pageText = () => document.body.textContent?.replaceAll(/\s+/g, ' ') ?? ''
const says = (text: string) => eventually(() => expect(pageText()).toContain(text))
const one = <E extends Element>(selector: string): Promise<E> =>
  eventually(() => {
    const found = document.querySelector<E>(selector)
    if (found === null) throw new Error(`no ${selector} in ${document.body.innerHTML}`)
    return found
  })
const submit = () => one<HTMLButtonElement>('button[type="submit"]')
const type = async (selector: string, value: string) => {
  const field = await one<HTMLInputElement>(selector)
  // React overrides `value` on the element itself, so the prototype's setter is called.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
const fill = (name: string, value: string) => type(`input[name="${name}"]`, value)
const missing = () => pageText().split('Обязательное поле').length - 1

test('the form says what is missing and what is wrong, and what is right leads in', async () => {
  const business = { id: '1', network: 'navruz', name: 'Навруз' }
  const memberships = { restaurants: [{ id: '2', name: 'Плов Центр' }], desk_roles: [] }
  show({ at: 'sign_in' })
  const press = await submit()
  press.click()
  await eventually(() => expect(missing()).toBe(2))
  expect(document.activeElement?.getAttribute('name')).toBe('login')
  await fill('login', 'aziza@demo.test')
  await eventually(() => expect(missing()).toBe(1))

  answers['auth/sign-in/'] = () => [401, { code: 'bad_credentials', error: 'Неверный логин или пароль.' }]
  await fill('password', 'wrong')
  press.click()
  await says('Неверный логин или пароль.')
  expect(document.activeElement?.getAttribute('name')).toBe('password')
  expect(onEntered).not.toHaveBeenCalled()

  answers['auth/sign-in/'] = () => [200, { access_token: 'x', business, ...memberships }]
  await fill('password', 'right')
  press.click()
  await eventually(() => expect(onEntered).toHaveBeenCalledTimes(1))
  expect(onEntered.mock.calls[0]?.[0]).toMatchObject(memberships)
  expect(pageText()).not.toContain('Неверный логин или пароль.')
})

test('whoever has guessed too often sees how long to wait, counted down, and sends nothing meanwhile', async () => {
  const tried = vi.fn()
  answers['auth/sign-in/'] = () => {
    tried()
    return [429, { code: 'too_often', error: 'Слишком часто.' }, { 'retry-after': '40' }]
  }
  show({ at: 'sign_in' })
  await fill('login', 'timur@demo.test')
  await fill('password', 'wrong')
  const press = await submit()
  press.click()
  await says('Попробовать снова можно через 40 секунд.')
  expect(press.disabled).toBe(true)
  await says('Попробовать снова можно через 39 секунд.')
  document.querySelector('form')?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
  expect(tried).toHaveBeenCalledTimes(1)
})

const restaurant = (id: number) => ({ id: String(id), name: `Чайхана ${id}` })
const at = (
  given: Partial<Extract<View, { at: 'memberships' }>['memberships']>,
  isTurnedAway = false,
): View => ({
  at: 'memberships',
  memberships: { first_name: 'Азиза', restaurants: [], desk_roles: [], ...given },
  isTurnedAway,
})
const links = () => [...document.querySelectorAll('a')].map((link) => link.getAttribute('href'))

test('restaurants are links, with what is unread beside each; the desk is above them for whoever answers there', async () => {
  answers['auth/unread/'] = () => [200, { restaurants: [{ id: '2', unread: 3 }] }]
  show(at({ restaurants: [restaurant(1), restaurant(2)], desk_roles: ['agent'] }, true))
  await says('Здравствуйте, Азиза!')
  await says(SESSION.closed_door)
  await eventually(() => expect(links()).toEqual(['/desk/', '/1', '/2']))
  await says('3 непрочитанных ответа')
  // Too few restaurants for a search field.
  expect(document.querySelector('input')).toBeNull()
})

test('eight restaurants are searched', async () => {
  show(at({ restaurants: Array.from({ length: 8 }, (_, index) => restaurant(index + 1)) }))
  await type('input', 'чайхана 5')
  await eventually(() => expect(links()).toEqual(['/5']))
})

test('a user without memberships is told so, and what to do; «Выход» is there', async () => {
  show(at({}, true))
  await says(SESSION.nowhere)
  await says(SESSION.nowhere_hint)
  expect(pageText()).not.toContain(SESSION.closed_door)
  const [leave] = [...document.querySelectorAll('button')].filter((b) =>
    b.textContent?.includes(SESSION.sign_out),
  )
  leave?.click()
  expect(onSignOut).toHaveBeenCalledTimes(1)
})
