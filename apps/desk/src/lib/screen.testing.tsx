// A screen of the desk without a browser: its component over the contract's own client, in a document of happy-dom. What is
// laid out, focused or scrolled is a browser's to show (e2e); what is said, kept and sent is shown here.
import { type Call, makeCall, type WireAnswer, type WireRequest } from '@podmoga/contract/client'
import type { getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer, EndpointDeclaration } from '@podmoga/contract/endpoint'
import type { RefusalCode } from '@podmoga/contract/refusals'
import { REFUSALS } from '@podmoga/contract/refusals'
import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, vi } from 'vitest'
import { ScopeProvider } from './scope.tsx'

/** What becomes of a request: a refusal, or nothing that is heard of it again, though it may have arrived. */
export type Failure = { code: RefusalCode; error: string } | 'lost'

/** The server's side of the wire. An answer that is not the contract's is refused by the client, as in a browser. */
export const makeWire = () => {
  const answers = new Map<string, (request: WireRequest) => unknown>()
  const failures = new Map<string, Failure[]>()
  const sent: { name: string; request: WireRequest }[] = []

  const carry = async (name: string, request: WireRequest): Promise<WireAnswer> => {
    sent.push({ name, request })
    const told = (status: number, body: unknown): WireAnswer => ({
      status,
      header: () => null,
      text: JSON.stringify(body),
    })
    const failure = failures.get(name)?.shift()
    if (failure === 'lost') throw new TypeError('Failed to fetch')
    if (failure !== undefined) return told(REFUSALS[failure.code], failure)
    const answer = answers.get(name)
    if (answer === undefined) throw new Error(`Nobody has said what ${name} answers.`)
    return told(200, await answer(request))
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
    /** The next requests of this call end like this, one after another. */
    fail: ({ name }: EndpointDeclaration, ...how: Failure[]): void => void failures.set(name, how),
    sent: ({ name }: EndpointDeclaration): WireRequest[] =>
      sent.filter((one) => one.name === name).map(({ request }) => request),
  }
}
export type Wire = ReturnType<typeof makeWire>

const ME: Answer<typeof getDesk> = {
  id: '7',
  first_name: 'Бахтиёр',
  image: null,
  roles: ['agent'],
  businesses: [{ id: '1', name: 'Навруз' }],
}

let root: Root | undefined
/** Whoever comes to a screen has no outbox of somebody before. */
let person = 0

/** Shows a screen of the agent «Бахтиёр» at an address. */
export const openScreen = ({ call }: Wire, screen: ReactNode, at = '/'): void => {
  // One tab alone, whose locks are always free; the document has none.
  Object.defineProperty(navigator, 'locks', {
    value: { request: (_: string, work: () => unknown) => work() },
    configurable: true,
  })
  person += 1
  root = createRoot(document.body.appendChild(document.createElement('main')))
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false }, mutations: { retry: false, networkMode: 'always' } },
  })
  const navigation = { navigate: () => undefined, hrefOf: (path: string) => path }
  root.render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <ScopeProvider value={{ me: ME, person: `p${person}`, call }}>
          <UiRoot navigation={navigation}>
            {screen}
            <ToastRegion />
          </UiRoot>
        </ScopeProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

export const closeScreen = (): void => {
  root?.unmount()
  root = undefined
  document.body.replaceChildren()
}

const textOf = (element: Element | null): string => element?.textContent?.trim().replaceAll(/\s+/g, ' ') ?? ''

/** What a screen reader calls it. */
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

/** Looks until it holds. */
export const eventually = <T,>(look: () => T): Promise<T> => vi.waitFor(look, { interval: 5, timeout: 5000 })
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

/** Presses a button, a tab or an item of a menu, once it may be pressed. */
export const press = async (name: string): Promise<void> => {
  const one = await button(name)
  await eventually(() => {
    expect(one.disabled).toBe(false)
    expect(one.getAttribute('aria-busy')).not.toBe('true')
  })
  one.click()
}

/** Types into a field, or chooses in a list. */
export const fill = async (name: string, value: string): Promise<void> => {
  const one = await field(name)
  // React keeps watch over the property of the element itself.
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
