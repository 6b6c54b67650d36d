import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type BrowserContext, chromium } from '@playwright/test'
import { CHROMIUM } from '../../tools/chromium.ts'

const STARTED_WITHIN_MS = 20_000

/** A browser to which only the measuring tool is attached. */
export interface LoneBrowser {
  /** The port on which it listens for debuggers. */
  port: number
  /** Prepares it (a session, an address) through Playwright, which disconnects when the work is done. */
  prepare: <T>(work: (context: BrowserContext) => Promise<T>) => Promise<T>
  end: () => Promise<void>
}

/**
 * Starts Chromium without Playwright, with its profile in `dir`. Playwright keeps a debugger attached to every page of a
 * browser that it launched. With a debugger, V8 computes the position of each created Error and parses the whole file
 * again for it: React creates some while it is evaluated, and its start takes 25 ms of CPU time instead of 3.
 */
export const startLoneBrowser = async (dir: string, port: number): Promise<LoneBrowser> => {
  const { executablePath, env, args } = CHROMIUM
  const own = ['--headless', `--user-data-dir=${dir}`, `--remote-debugging-port=${port}`, 'about:blank']
  const browser = spawn(executablePath, [...args, ...own], { env, stdio: 'ignore' })
  const ended = once(browser, 'exit')
  const url = `http://127.0.0.1:${port}`
  const until = Date.now() + STARTED_WITHIN_MS
  while (!(await fetch(`${url}/json/version`).catch(() => null))?.ok) {
    if (Date.now() > until) throw new Error(`no browser at ${url}`)
    await pause(100)
  }
  return {
    port,
    prepare: async (work) => {
      const attached = await chromium.connectOverCDP(url)
      try {
        const [context] = attached.contexts()
        if (context === undefined) throw new Error('a browser without a context')
        return await work(context)
      } finally {
        await attached.close()
      }
    },
    end: async () => {
      // Debian's executable is a wrapper script: a signal to it would leave the browser running.
      const attached = await chromium.connectOverCDP(url)
      await (await attached.newBrowserCDPSession()).send('Browser.close')
      await ended
    },
  }
}
