// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const replace = vi.fn()
beforeEach(() => {
  replace.mockClear()
  vi.resetModules()
  vi.spyOn(location, 'replace').mockImplementation(replace)
})
afterEach(() => vi.restoreAllMocks())

const load = async () => {
  const [leave, session, signedOut, { beforeLeaving }] = await Promise.all([
    import('./leave.ts'),
    import('./stored-session.ts'),
    import('./signed-out.ts'),
    import('./before-leaving.ts'),
  ])
  return { ...leave, ...signedOut, session, beforeLeaving }
}

test('a sign-out of another app leaves what is written here: it is stored before the page goes', async () => {
  const { beforeLeaving, isSignedOut, isSignedOutAnywhere, leaveForLanding } = await load()
  const stored = Promise.withResolvers<void>()
  beforeLeaving.add(() => stored.promise)
  leaveForLanding(false)
  expect([isSignedOut(), isSignedOutAnywhere()]).toEqual([false, true])
  expect(replace).not.toHaveBeenCalled()
  stored.resolve()
  await vi.waitFor(() => expect(replace).toHaveBeenCalledExactlyOnceWith('/'))
})

test('after a sign-out of this app nothing is stored, until the page is brought back with a session', async () => {
  const { isSignedOut, isSignedOutAnywhere, leaveForLanding, noteSignOut, session } = await load()
  leaveForLanding(true)
  expect(replace).toHaveBeenCalledExactlyOnceWith('/')
  noteSignOut(false)
  expect([isSignedOut(), isSignedOutAnywhere()]).toEqual([true, true])
  const bringBack = () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  bringBack()
  expect([isSignedOut(), isSignedOutAnywhere()]).toEqual([true, true])
  vi.spyOn(session, 'readSession').mockReturnValue({ access_token: 'a.b.c' } as never)
  bringBack()
  expect([isSignedOut(), isSignedOutAnywhere()]).toEqual([false, false])
})
