import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** Waits until pending navigations complete. */
const settled = () => vi.advanceTimersByTimeAsync(100)

interface Entry {
  state: object | null
  url: string
}

/** A browser's history: push and replace are synchronous, `go` completes a moment later. */
const openBrowser = () => {
  const entries: Entry[] = [{ state: { idx: 0 }, url: '/queue' }]
  let at = 0
  let listeners: { name: string; listener: () => void }[] = []
  const dispatch = (name: string) => {
    for (const one of listeners) if (one.name === name) one.listener()
  }
  const go = (by: number) =>
    void setTimeout(() => {
      if (entries[at + by] === undefined) return
      at += by
      dispatch('popstate')
    })
  const history = {
    get state() {
      return entries[at]?.state ?? null
    },
    pushState: (state: object, _: string, url = entries[at]?.url ?? '') => {
      entries.splice(at + 1, Number.POSITIVE_INFINITY, { state, url })
      at += 1
    },
    replaceState: (state: object, _: string, url = entries[at]?.url ?? '') => {
      entries[at] = { state, url }
    },
    go,
  }
  vi.stubGlobal('history', history)
  vi.stubGlobal('window', {
    addEventListener: (name: string, listener: () => void) => listeners.push({ name, listener }),
  })
  /** Like the router's own history. */
  const router = {
    push: (to: unknown) => history.pushState({ idx: at + 1 }, '', String(to)),
    replace: (to: unknown) => history.replaceState({ idx: at }, '', String(to)),
  }
  return {
    /** Loads the page: without listeners. */
    load: () => {
      listeners = []
    },
    router,
    dispatch,
    urls: () => entries.map(({ url }) => url),
    at: () => at,
    url: () => entries[at]?.url,
    back: async () => {
      go(-1)
      await settled()
    },
    forward: async () => {
      go(1)
      await settled()
    },
  }
}

let browser: ReturnType<typeof openBrowser>
let router: { push: (to: string) => void; replace: (to: string) => void }
let addOverlay: (onBack: () => boolean) => () => void

const load = async () => {
  vi.resetModules()
  browser.load()
  const made = await import('./history-overlays.ts')
  addOverlay = made.addOverlay
  router = made.withOverlays({ ...browser.router } as never) as never
}
beforeEach(async () => {
  vi.useFakeTimers()
  browser = openBrowser()
  await load()
  router.push('/ticket')
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A dialog that closes on Back unless `mayClose` returns false. */
const openDialog = (mayClose = () => true) => {
  const dialog = { isOpen: true, close: () => {} }
  const gone = addOverlay(() => {
    if (!mayClose()) return false
    dialog.close()
    return true
  })
  dialog.close = () => {
    dialog.isOpen = false
    gone()
  }
  return dialog
}

test('Back closes what is open and stays on the page; the next one leaves it', async () => {
  const dialog = openDialog()
  await browser.back()
  expect([dialog.isOpen, browser.url(), browser.at()]).toEqual([false, '/ticket', 1])
  await browser.back()
  expect(browser.url()).toBe('/queue')
})

test('what closes by itself leaves no entry behind, one after another and one over another', async () => {
  openDialog().close()
  openDialog().close()
  await settled()
  const [below, above] = [openDialog(), openDialog()]
  await browser.back()
  expect([below.isOpen, above.isOpen]).toEqual([true, false])
  openDialog()
  const { isOpen } = below
  expect(isOpen).toBe(true)
  await browser.back()
  await browser.back()
  expect([below.isOpen, browser.url(), browser.at()]).toEqual([false, '/ticket', 1])
})

test('what closes while another document is on its way does not call it off; a page that is back from there is put right', async () => {
  const dialog = openDialog()
  browser.dispatch('beforeunload')
  dialog.close()
  await settled()
  expect(browser.at()).toBe(2)
  browser.dispatch('pageshow')
  await settled()
  expect([browser.url(), browser.at()]).toEqual(['/ticket', 1])
  // The user cancelled the unload: the page works as before.
  browser.dispatch('beforeunload')
  openDialog().close()
  await settled()
  expect(browser.at()).toBe(1)
})

test('what asks first stays, however often Back is pressed', async () => {
  let mayClose = false
  const dialog = openDialog(() => mayClose)
  await browser.back()
  await browser.back()
  expect([dialog.isOpen, browser.url(), browser.at()]).toEqual([true, '/ticket', 2])
  mayClose = true
  await browser.back()
  expect([dialog.isOpen, browser.at()]).toEqual([false, 1])
})

test('a page that is gone to from there stands right after the one it was opened on', async () => {
  const [below, above] = [openDialog(), openDialog()]
  above.close()
  below.close()
  router.push('/other')
  await settled()
  expect([browser.urls(), browser.url()]).toEqual([['/queue', '/ticket', '/other'], '/other'])
  await browser.back()
  expect(browser.url()).toBe('/ticket')
})

test('a filter that is chosen while it is open stays in the address, whichever way it is closed', async () => {
  for (const [path, shut] of [
    ['/ticket?tag=a', (dialog: { close: () => void }) => dialog.close()],
    ['/ticket?tag=b', () => void browser.back()],
  ] as const) {
    const dialog = openDialog()
    router.replace(path)
    shut(dialog)
    await settled()
    expect([dialog.isOpen, browser.url(), browser.at()]).toEqual([false, path, 1])
  }
})

test('one thing that takes another’s place at once, or while its entry is being taken back, is closed by Back too', async () => {
  for (const later of [0, 1]) {
    const first = openDialog()
    first.close()
    if (later) await Promise.resolve().then(() => {})
    const second = openDialog()
    await settled()
    expect([second.isOpen, browser.at()]).toEqual([true, 2])
    await browser.back()
    expect([second.isOpen, browser.url(), browser.at()]).toEqual([false, '/ticket', 1])
  }
})

test('after a reload nothing stands open: its entries are gone past, forward too', async () => {
  openDialog()
  await load()
  await settled()
  expect(browser.at()).toBe(1)
  await browser.forward()
  await settled()
  expect([browser.url(), browser.at()]).toEqual(['/ticket', 1])
})
