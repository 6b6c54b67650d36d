import { type Browser, chromium } from '@playwright/test'
import { CHROMIUM } from '../../tools/chromium.ts'

/** A number on a screen, and the time of the first frame that showed it. */
export interface Drawn {
  at: number
  count: number
}

/** Records all numbers that a page of the desk shows, until they are requested. `pattern` has the number in a group. */
export const watchCounts = async (of: {
  origin: string
  who: { login: string; password: string }
  path: string
  pattern: RegExp
}): Promise<{ end: () => Promise<Drawn[]> }> => {
  const browser: Browser = await chromium.launch(CHROMIUM)
  try {
    const viewport = { width: 1280, height: 800 }
    const page = await (await browser.newContext({ baseURL: of.origin, viewport, locale: 'ru' })).newPage()
    const answer = await page.request.post('/api/auth/sign-in/', { data: of.who })
    if (!answer.ok()) throw new Error(`sign-in: ${answer.status()}`)
    await page.goto(of.path)
    await page.locator('main h1').first().waitFor()
    await page.evaluate((source) => {
      const drawn: Drawn[] = []
      Object.assign(window, { drawn })
      const look = () => {
        const found = new RegExp(source).exec(document.body.textContent)?.[1]
        const count = Number(found)
        if (found !== undefined && drawn.at(-1)?.count !== count)
          drawn.push({ at: performance.timeOrigin + performance.now(), count })
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }, of.pattern.source)
    return {
      end: async () => {
        const drawn = await page.evaluate(() => (window as unknown as { drawn: Drawn[] }).drawn)
        await browser.close()
        return drawn.map(({ at, count }) => ({ at: at - performance.timeOrigin, count }))
      },
    }
  } catch (error) {
    await browser.close()
    throw error
  }
}
