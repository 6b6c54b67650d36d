import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Engine, limited, pause } from './engine.ts'

// Uses Firefox's built-in WebDriver BiDi, since Debian has no geckodriver.

const COMMAND_MS = 20_000

type Answer = Record<string, unknown>

const open = async (port: number): Promise<WebSocket> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/session`)
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.onopen = () => resolve(true)
      socket.onerror = () => resolve(false)
    })
    if (isOpen) return socket
    await pause(100)
  }
  throw new Error('Firefox не открыл порт управления')
}

const speak = (socket: WebSocket) => {
  let last = 0
  const waiting = new Map<number, { resolve: (answer: Answer) => void; reject: (why: Error) => void }>()
  socket.onmessage = ({ data }) => {
    const { id, result, error, message } = JSON.parse(String(data)) as Answer & { id?: number }
    const asked = waiting.get(id ?? 0)
    waiting.delete(id ?? 0)
    if (error === undefined) asked?.resolve(result as Answer)
    else asked?.reject(new Error(`${String(error)}: ${String(message)}`))
  }
  return (method: string, params: Answer): Promise<Answer> => {
    last += 1
    const id = last
    const answer = new Promise<Answer>((resolve, reject) => waiting.set(id, { resolve, reject }))
    socket.send(JSON.stringify({ id, method, params }))
    return limited(method, COMMAND_MS, answer)
  }
}

const PREFERENCES = `
user_pref("intl.accept_languages", "ru");
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.startup.page", 0);
user_pref("browser.tabs.remote.separatePrivilegedContentProcess", false);
`

/** Starts the system's Firefox, headless, with a temporary profile. */
export const openFirefox = async (path: string, port: number): Promise<Engine> => {
  const profile = mkdtempSync(join(tmpdir(), 'podmoga-firefox-'))
  writeFileSync(join(profile, 'user.js'), PREFERENCES)
  const child = spawn(
    path,
    ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${port}`, 'about:blank'],
    { stdio: 'ignore', env: { ...process.env, HOME: profile, MOZ_DISABLE_CONTENT_SANDBOX: '1' } },
  )
  const stop = () => void child.kill('SIGKILL')
  process.once('exit', stop)
  const socket = await open(port)
  const send = speak(socket)
  await send('session.new', { capabilities: {} })
  const { contexts } = (await send('browsingContext.getTree', {})) as { contexts: { context: string }[] }
  const context = contexts[0]?.context
  const run = async (functionDeclaration: string, given: readonly unknown[], resultOwnership = 'none') => {
    const answer = await send('script.callFunction', {
      functionDeclaration,
      arguments: given.map((one) => ({ type: 'string', value: JSON.stringify(one) })),
      awaitPromise: true,
      target: { context },
      resultOwnership,
    })
    if (answer.type === 'exception')
      throw new Error(String((answer.exceptionDetails as { text?: string }).text))
    return answer.result as { value?: string; sharedId?: string }
  }
  return {
    name: 'Firefox',
    goto: async (url) => void (await send('browsingContext.navigate', { context, url, wait: 'interactive' })),
    back: async () => void (await send('browsingContext.traverseHistory', { context, delta: -1 })),
    evaluate: async (body, ...given) => {
      const text = `async (...texts) => JSON.stringify((await (async (...given) => {${body}})(...texts.map((one) => JSON.parse(one)))) ?? null)`
      return JSON.parse((await run(text, given)).value ?? 'null')
    },
    perform: async (actions) => void (await send('input.performActions', { context, actions })),
    setFiles: async (selector, paths) => {
      const { sharedId } = await run('(text) => document.querySelector(JSON.parse(text))', [selector], 'root')
      await send('input.setFiles', { context, element: { sharedId }, files: paths })
    },
    resize: async (width, height) =>
      void (await send('browsingContext.setViewport', { context, viewport: { width, height } })),
    close: async () => {
      socket.close()
      const gone = new Promise((resolve) => child.once('close', resolve))
      stop()
      await gone
      process.off('exit', stop)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}
