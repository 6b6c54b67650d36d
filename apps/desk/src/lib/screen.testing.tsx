// Renders a desk screen in happy-dom over the real API client with a stubbed transport. Layout and scrolling are covered by
// e2e in a browser; texts, storage and requests are covered here.
import { type Call, makeCall, type WireAnswer, type WireRequest } from '@podmoga/contract/client'
import type { getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer, EndpointDeclaration } from '@podmoga/contract/endpoint'
import { Refusal, type RefusalCode, refusalStatus } from '@podmoga/contract/refusals'
import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { closeToasts } from '@podmoga/ui/toast/toasts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import axe from 'axe-core'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { ScopeProvider } from './scope.tsx'

/** Outcome of a request: a refusal, or a lost response (the request may have arrived). */
export type Failure = { code: RefusalCode; error: string; fields?: Record<string, string> } | 'lost'

/**
 * The server's side of the transport. The client rejects answers that do not match the contract, as in a browser. An answer
 * function that throws a {@link Refusal} refuses the request; any other error means a lost response.
 */
const makeWire = () => {
  const answers = new Map<string, (request: WireRequest) => unknown>()
  const failures = new Map<string, Failure[]>()
  const sent: { name: string; request: WireRequest }[] = []

  const carry = async (name: string, request: WireRequest): Promise<WireAnswer> => {
    sent.push({ name, request })
    const respond = (status: number, body: unknown): WireAnswer => ({
      status,
      header: () => null,
      text: JSON.stringify(body),
    })
    const failure = failures.get(name)?.shift()
    if (failure === 'lost') throw new TypeError('Failed to fetch')
    if (failure !== undefined) return respond(refusalStatus(failure.code), failure)
    const answer = answers.get(name)
    if (answer === undefined) throw new Error(`No answer is set for ${name}.`)
    try {
      return respond(200, await answer(request))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { status, code, message, fields } = error
      return respond(status || refusalStatus(code as RefusalCode), { code, error: message, fields })
    }
  }
  const call: Call = (declaration, input, options) =>
    makeCall({
      base_url: '/api/',
      headers: () => ({}),
      transport: (request) => carry(declaration.name, request),
    })(declaration, input, options)

  return {
    call,
    answer: <D extends EndpointDeclaration>(
      { name }: D,
      answer: Answer<D> | ((request: WireRequest) => Answer<D> | Promise<Answer<D>>),
    ): void => {
      answers.set(
        name,
        typeof answer === 'function' ? (answer as (request: WireRequest) => unknown) : () => answer,
      )
    },
    /** Makes the next requests of this call fail, one outcome per request. */
    fail: ({ name }: EndpointDeclaration, ...how: Failure[]): void => void failures.set(name, how),
    sent: ({ name }: EndpointDeclaration): WireRequest[] =>
      sent.filter((one) => one.name === name).map(({ request }) => request),
    /** The bodies of those requests. */
    bodies: ({ name }: EndpointDeclaration) =>
      sent.filter((one) => one.name === name).map(({ request }) => JSON.parse(String(request.body))),
    /** Resets to the initial state. */
    forget: (): void => {
      answers.clear()
      failures.clear()
      sent.length = 0
    },
  }
}
export type Wire = ReturnType<typeof makeWire>

/** Clicking a download link navigates happy-dom's window, which test files of a worker share: navigates it back. */
const comeBack = (): void => {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } }
  if (location.protocol !== 'http:') happyDOM.setURL('http://localhost:3000/')
}

/** The wire of a test file; before each test the wire and localStorage are cleared, after it the screen is closed. */
export const wireOfEach = (): Wire => {
  const wire = makeWire()
  beforeEach(() => {
    comeBack()
    localStorage.clear()
    wire.forget()
  })
  afterEach(() => closeScreen())
  return wire
}

const ME: Answer<typeof getDesk> = {
  id: '7',
  first_name: 'Бахтиёр',
  image: null,
  roles: ['agent'],
  businesses: [{ id: '1', name: 'Навруз' }],
}

let root: Root | undefined
/** Each opened screen gets a new person, so that no outbox is shared. */
let person = 0
let show = (): void => undefined

/** Renders a screen for «Бахтиёр» with the given roles (by default an agent) at an address. */
export const openScreen = (
  { call }: Wire,
  screen: ReactNode,
  at = '/',
  roles: typeof ME.roles = ME.roles,
): void => {
  // happy-dom has no Web Locks: stub a single tab whose locks are always free.
  Object.defineProperty(navigator, 'locks', {
    value: { request: (_: string, work: () => unknown) => work() },
    configurable: true,
  })
  person += 1
  const value = { me: { ...ME, roles }, person: `p${person}`, call }
  const navigation = { navigate: () => undefined, hrefOf: (path: string) => path }
  show = () => {
    root = createRoot(document.body.appendChild(document.createElement('main')))
    const client = new QueryClient({
      defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
    })
    root.render(
      <QueryClientProvider client={client}>
        <MemoryRouter initialEntries={[at]}>
          <ScopeProvider value={value}>
            <UiRoot navigation={navigation}>
              {screen}
              <ToastRegion />
            </UiRoot>
          </ScopeProvider>
        </MemoryRouter>
      </QueryClientProvider>,
    )
  }
  show()
}

export const closeScreen = (): void => {
  root?.unmount()
  // Toasts outlive the screen for some seconds, and the next test would find them.
  closeToasts()
  root = undefined
  document.body.replaceChildren()
}

/** Reloads the same screen for the same person at its initial address. */
export const reload = (): void => {
  closeScreen()
  show()
}

const textOf = (element: Element | null): string => element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''

/** Approximates the accessible name. */
const nameOf = (element: Element): string => {
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const label = element.id === '' ? null : document.querySelector(`label[for="${element.id}"]`)
  return (
    element.getAttribute('aria-label') ??
    (ids.length > 0 ? ids.map((id) => textOf(document.getElementById(id))).join(' ') : null) ??
    textOf(label ?? element.closest('label') ?? element)
  )
}
const named = <E extends Element>(selector: string, name: string): E[] =>
  [...document.querySelectorAll<E>(selector)].filter((one) => nameOf(one) === name)

/** Retries until `look` does not throw. */
export const eventually = <T,>(look: () => T): Promise<T> => vi.waitFor(look, { interval: 5 })
const onlyOne = async <E extends Element>(selector: string, name: string): Promise<E> =>
  eventually(() => {
    const found = named<E>(selector, name)
    const [first] = found
    if (first === undefined || found.length > 1)
      throw new Error(`«${name}» (${selector}): ${found.length} in ${document.body.innerHTML}`)
    return first
  })

const BUTTONS = 'button, [role="menuitem"], [role="tab"]'
export const button = (name: string): Promise<HTMLButtonElement> => onlyOne(BUTTONS, name)
export const buttons = (name: string): HTMLButtonElement[] => named(BUTTONS, name)
export const field = (name: string): Promise<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement> =>
  onlyOne('input:not([type="file"]), textarea, select', name)

/** Presses a button, a tab or a menu item once it is enabled. */
export const press = async (name: string): Promise<void> => {
  const one = await button(name)
  await eventually(() => {
    expect(one.disabled).toBe(false)
    expect(one.getAttribute('aria-busy')).not.toBe('true')
  })
  one.click()
}

/** Ticks a checkbox or a radio once it is enabled. */
export const tick = async (name: string): Promise<void> => {
  const one = await field(name)
  await eventually(() => expect(one.disabled).toBe(false))
  one.click()
}

/** Types into a field, or chooses in a `<select>`. */
export const fill = async (name: string, value: string): Promise<void> => {
  const one = await field(name)
  // React overrides `value` on the element itself: use the prototype's setter.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(one), 'value')?.set?.call(one, value)
  one.dispatchEvent(new Event(one.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
}

export const attach = async (name: string, file: File): Promise<void> => {
  const input = await onlyOne<HTMLInputElement>('input[type="file"]', name)
  Object.defineProperty(input, 'files', { value: [file], configurable: true })
  input.dispatchEvent(new Event('change', { bubbles: true }))
}

export const says = (text: string): Promise<void> =>
  eventually(() => expect(textOf(document.body)).toContain(text))
export const saysNo = (text: string): Promise<void> =>
  eventually(() => expect(textOf(document.body)).not.toContain(text))

/** Opens a picker (null: it is already open) and clicks the option whose text contains `name`. */
export const choose = async (picker: string | null, name: string): Promise<void> => {
  if (picker !== null) await press(picker)
  const option = await eventually(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="option"]')].find((one) =>
      textOf(one).includes(name),
    )
    if (found === undefined) throw new Error(`no «${name}» in ${document.body.innerHTML}`)
    return found
  })
  option.click()
}

/** Waits until the focus is on the element named `name` inside `within`. */
export const focused = (name: string, within: Element = document.body): Promise<void> =>
  eventually(() => {
    const at = document.activeElement
    expect(at === null ? null : nameOf(at)).toBe(name)
    expect(within.contains(at)).toBe(true)
  })

/** The same rule set as in e2e: WCAG 2.2 A and AA. */
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Runs axe for names, roles and states. Contrast is tested on the design tokens, target sizes in a browser. */
export const isAccessible = async (): Promise<void> => {
  const { violations } = await axe.run(document.body, {
    runOnly: { type: 'tag', values: TAGS },
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    resultTypes: ['violations'],
  })
  expect(violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }))).toEqual([])
}
