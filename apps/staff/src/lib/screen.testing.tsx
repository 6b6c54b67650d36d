// Renders a screen of the staff app in happy-dom, over calls that a test answers.
import type { Call } from '@podmoga/contract/client'
import { UiRoot } from '@podmoga/ui/root/root'
import { ToastRegion } from '@podmoga/ui/toast/toast'
import { closeToasts } from '@podmoga/ui/toast/toasts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, type NavigateFunction, useLocation, useNavigate } from 'react-router'
import { ScopeProvider } from './scope.tsx'

interface Asked {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, string>
}

/** The answer of each call, by the name of its declaration; a call without one is refused. */
export type Answers = Record<string, (asked: Asked) => unknown>

const callOf = (answers: Answers): Call =>
  (async ({ name }: { name: string }, input: Asked) => {
    const answer = answers[name]
    if (answer === undefined) throw new Error(`No answer is set for ${name}.`)
    return answer(input)
  }) as unknown as Call

let people = 0
let close = (): void => undefined

/** Renders a screen at an address for a person of its own, so that no draft or outbox is shared with another test. */
export const openScreen = (answers: Answers, screen: ReactNode, at = '/1') => {
  // happy-dom has no Web Locks: a single tab, whose locks are always free.
  Object.defineProperty(navigator, 'locks', {
    value: { request: (_: string, work: () => unknown) => work() },
    configurable: true,
  })
  people += 1
  const scope = { restaurantId: '1', person: `p${people}`, call: callOf(answers) }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const history: { navigate?: NavigateFunction; path: string } = { path: at }
  const Here = () => {
    const { key, pathname, search } = useLocation()
    history.navigate = useNavigate()
    history.path = pathname + search
    // What a browser's history has, and the screens read.
    window.history.replaceState({ key }, '')
    return null
  }
  const root = createRoot(document.body.appendChild(document.createElement('main')))
  close = () => {
    root.unmount()
    client.clear()
    closeToasts()
    document.body.replaceChildren()
  }
  root.render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <ScopeProvider value={scope}>
          <UiRoot navigation={{ navigate: () => undefined, hrefOf: (path) => path }}>
            <Here />
            {screen}
            <ToastRegion />
          </UiRoot>
        </ScopeProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return {
    scope,
    client,
    path: () => history.path,
    text: () => document.body.textContent ?? '',
    go: (to: string | number) => void history.navigate?.(to as never),
  }
}

export const closeScreen = (): void => close()
