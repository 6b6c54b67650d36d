// npm run engines: a cook's and an agent's day in Firefox and WebKit, 390 and 1280 wide, on a real server of its own.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { png } from '../lib/samples.ts'
import { somePort } from '../lib/some-port.ts'
import type { Engine } from './engine.ts'
import { openFirefox } from './firefox.ts'
import { installEngines, openScreen } from './install.ts'
import { makePage } from './page.ts'
import { startServer } from './server.ts'
import { STEPS } from './walk.ts'
import { openWebKit } from './webkit.ts'

const { values: options } = parseArgs({
  options: {
    engine: { type: 'string' },
    width: { type: 'string' },
  },
})

const SIZES = [
  [390, 844],
  [1280, 800],
] as const

const seconds = (since: number): string => `${((performance.now() - since) / 1000).toFixed(1)} с`

const started = performance.now()
const found = installEngines()
const folder = mkdtempSync(join(tmpdir(), 'podmoga-engines-'))
const photo = join(folder, 'фото кассы.png')
writeFileSync(photo, png().buffer)
const app = await startServer(await somePort(), join(folder, 'data'))
const screen = await openScreen(found.screen)
console.log(`Сервер и экран готовы за ${seconds(started)}`)

const failures: string[] = []

/** Runs all steps at one width; after a failed step the rest is skipped. */
const play = async (engine: Engine, [width, height]: (typeof SIZES)[number]) => {
  const since = performance.now()
  const page = makePage(engine, app.url)
  await engine.goto(`${app.url}/intranet/`)
  await engine.resize(width, height)
  const stage = { page, isPhone: width < 768, mark: `${engine.name} ${width}`, photo, freeze: app.freeze }
  for (const [name, walk] of STEPS) {
    const begun = performance.now()
    try {
      await walk(stage)
      console.log(`  ✓ ${name} (${seconds(begun)})`)
    } catch (error) {
      failures.push(`${engine.name} ${width}: ${name}`)
      console.log(`  ✗ ${name} (${seconds(begun)}): ${(error as Error).message}`)
      break
    }
  }
  console.log(`${engine.name} ${width}: ${seconds(since)}`)
}

const engines: [string, () => Promise<Engine>][] = [
  ['firefox', async () => openFirefox(found.firefox, await somePort())],
  ['webkit', async () => openWebKit(found.driver, found.browser, await somePort(), screen.display)],
]
try {
  for (const [name, openEngine] of engines) {
    if (options.engine !== undefined && options.engine !== name) continue
    for (const size of SIZES) {
      if (options.width !== undefined && options.width !== String(size[0])) continue
      const engine = await openEngine()
      try {
        await play(engine, size)
      } finally {
        await engine.close()
      }
    }
  }
} finally {
  screen.close()
  await app.close()
  rmSync(folder, { recursive: true, force: true })
}
console.log(
  failures.length === 0 ? `Все шаги прошли за ${seconds(started)}` : `Не прошло: ${failures.join('; ')}`,
)
process.exit(failures.length === 0 ? 0 : 1)
