import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { say } from '../bench.ts'
import { table } from '../report.ts'
import { signIn } from './browser.ts'
import { median, show } from './numbers.ts'

const RUNS = 5
const THROTTLE = 4
export const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, locale: 'ru-RU' }
export const bold = (value: number, digits: 0 | 2 = 0) => `**${show(value, digits)}**`
/** Makes a photo of twelve megapixels: shapes with sensor noise. */
const makePhoto = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const canvas = new OffscreenCanvas(4000, 3000)
    const context = canvas.getContext('2d')
    if (context === null) throw new Error('no canvas')
    for (let at = 0; at < 400; at += 1) {
      context.fillStyle = `hsl(${(at * 47) % 360} 60% ${20 + ((at * 7) % 60)}%)`
      context.fillRect((at * 379) % 4000, (at * 211) % 3000, 300, 220)
    }
    const picture = context.getImageData(0, 0, 4000, 3000)
    let seed = 7
    for (let at = 0; at < picture.data.length; at += 1) {
      seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff
      if (at % 4 !== 3) picture.data[at] = (picture.data[at] ?? 0) + ((seed >> 16) % 17) - 8
    }
    context.putImageData(picture, 0, 0)
    const bytes = new Uint8Array(
      await (await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })).arrayBuffer(),
    )
    let text = ''
    for (let at = 0; at < bytes.length; at += 32_768)
      text += String.fromCharCode(...bytes.subarray(at, at + 32_768))
    return btoa(text)
  })

/** Lets the processes of a browser run for only a quarter of the time: all their threads, workers included. */
const slowDown = (pids: readonly number[]) => {
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch {
        // The process has ended.
      }
  }
  let isOver = false
  const throttle = async () => {
    while (!isOver) {
      signalAll('SIGSTOP')
      await pause(15)
      signalAll('SIGCONT')
      await pause(5)
    }
  }
  const throttling = throttle()
  return async () => {
    isOver = true
    await throttling
    signalAll('SIGCONT')
  }
}

/** Measures how long the page's worker takes to shrink a photo. */
export const shrinkPhotos = async (browser: Browser, url: string): Promise<string> => {
  const context = await browser.newContext({ ...PHONE, baseURL: url })
  const page = await context.newPage()
  await page.addInitScript(() => {
    const held = window as unknown as { took: number[] }
    held.took = []
    const post = Worker.prototype.postMessage
    Worker.prototype.postMessage = function (this: Worker, ...given: unknown[]) {
      const began = performance.now()
      this.addEventListener('message', () => held.took.push(performance.now() - began), { once: true })
      Reflect.apply(post, this, given)
    } as typeof post
  })
  await signIn(page)
  await page.goto('/1/tickets/add')
  const photo = {
    name: 'плита.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await makePhoto(page), 'base64'),
  }
  const field = page.getByLabel('Файлы', { exact: true })
  const system = await browser.newBrowserCDPSession()
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  const pids = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => id)
  const rows: string[][] = []
  for (const rate of [1, THROTTLE]) {
    const took: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      await field.setInputFiles([])
      await page.evaluate(() => void Object.assign(window, { took: [] }))
      const release = rate === 1 ? null : slowDown(pids)
      await field.setInputFiles([photo])
      await page.waitForFunction(() => (window as unknown as { took: number[] }).took.length > 0)
      await release?.()
      const ms = await page.evaluate(() => (window as unknown as { took: number[] }).took[0] ?? Number.NaN)
      // The first run also loads the worker's code.
      if (run > 0) took.push(ms)
      await page.getByRole('button', { name: 'Удалить плита.jpg' }).click()
    }
    say(`фото, ×${rate}: ${show(median(took))}`)
    rows.push([`×${rate}`, bold(median(took)), show(Math.max(...took)), rate === 1 ? '' : '≤ 1 500'])
  }
  await context.close()
  return `${table(['Фото 12 Мп в worker, процессор медленнее', 'мс', 'худшее', 'цель'], rows)}

Снимок ${show(photo.buffer.length / 1e6, 2)} МБ.`
}
