import { spawn } from 'node:child_process'
import { type Engine, limited, until } from './engine.ts'

// Uses WebKitGTK with its own WebDriver, on a virtual screen. Its windows are private ones.

const COMMAND_MS = 30_000
/** A script's answer is lost if its page navigates away; the caller retries. */
const SCRIPT_MS = 4000
const FILE = 'element-6066-11e4-a52e-4f735466cecf'

/** Starts the system's MiniBrowser by its driver. `display` is that of an X server. */
export const openWebKit = async (
  driver: string,
  browser: string,
  port: number,
  display: string,
): Promise<Engine> => {
  const child = spawn(driver, [`--port=${port}`], {
    stdio: 'ignore',
    detached: true,
    env: {
      ...process.env,
      DISPLAY: display,
      GDK_BACKEND: 'x11',
      LANG: 'C.UTF-8',
      LIBGL_ALWAYS_SOFTWARE: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  })
  const stop = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It has already ended.
    }
  }
  process.once('exit', stop)
  const send = async (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: object,
    ms = COMMAND_MS,
  ): Promise<unknown> => {
    const answer = await limited(
      `${method} ${path}`,
      ms,
      fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      }),
    )
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null }
    if (!answer.ok) throw new Error(`${path}: ${value?.error} ${value?.message}`)
    return value
  }
  if ((await until(10_000, () => send('GET', '/status'))) === null)
    throw new Error('WebKitWebDriver не отвечает')
  const options = { binary: browser, args: ['--automation'] }
  const made = (await send('POST', '/session', {
    capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': options, pageLoadStrategy: 'eager' } },
  })) as { sessionId: string }
  const session = `/session/${made.sessionId}`
  await send('POST', `${session}/timeouts`, { script: SCRIPT_MS, pageLoad: 30_000 })
  const evaluate = async (body: string, ...given: unknown[]) =>
    JSON.parse(
      String(
        await send(
          'POST',
          `${session}/execute/async`,
          {
            script: `const texts = [...arguments], done = texts.pop();
            (async (...given) => {${body}})(...texts.map((one) => JSON.parse(one)))
              .then((value) => done(JSON.stringify(value ?? null)), (error) => done(JSON.stringify({ thrown: String(error) })))`,
            args: given.map((one) => JSON.stringify(one)),
          },
          SCRIPT_MS + 2000,
        ),
      ),
    )
  return {
    name: 'WebKit',
    goto: async (url) => void (await send('POST', `${session}/url`, { url })),
    back: async () => void (await send('POST', `${session}/back`)),
    evaluate,
    perform: async (actions) => void (await send('POST', `${session}/actions`, { actions })),
    setFiles: async (selector, paths) => {
      const found = (await send('POST', `${session}/element`, {
        using: 'css selector',
        value: selector,
      })) as Record<string, string>
      await send('POST', `${session}/element/${found[FILE]}/value`, { text: paths.join('\n') })
    },
    resize: async (width, height) => {
      // The window's own bar adds to its size.
      let [outer, high] = [width, height]
      for (let tries = 0; tries < 3; tries += 1) {
        await send('POST', `${session}/window/rect`, { width: outer, height: high })
        const [inner = 0, innerHigh = 0] = (await evaluate('return [innerWidth, innerHeight]')) as number[]
        if (inner === width && Math.abs(innerHigh - height) < 2) return
        outer += width - inner
        high += height - innerHigh
      }
    },
    close: async () => {
      await send('DELETE', session).catch(() => null)
      stop()
      process.off('exit', stop)
    },
  }
}
