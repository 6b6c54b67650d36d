import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appConfig } from './app-config.ts'

const root = mkdtempSync(join(tmpdir(), 'app-build-'))
const dist = join(root, 'dist')
const ui = join(import.meta.dirname, '../../ui/src')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')
let html = ''

beforeAll(async () => {
  writeFileSync(
    join(root, 'index.html'),
    '<!doctype html><html lang="ru"><head><title>…</title></head><body><script type="module" src="/main.tsx"></script></body></html>',
  )
  writeFileSync(
    join(root, 'main.tsx'),
    `import '${ui}/tokens.css'
import { ToastRegion } from '${ui}/toast/toast.tsx'
import { PopoverButton } from '${ui}/popover/popover-button.tsx'
console.log(ToastRegion, PopoverButton)`,
  )
  await build({
    ...appConfig({ base: '/desk/', root, chunks: [], title: 'Рабочее место' }),
    configFile: false,
    logLevel: 'silent',
  })
  html = read('index.html')
}, 60_000)

afterAll(() => rmSync(root, { recursive: true, force: true }))

test('the head paints the theme from a file, preloads the first fonts and carries no inline code', () => {
  expect(html).toContain('<title>Рабочее место</title>')
  expect(html).toMatch(/<script src="\/desk\/assets\/theme-boot-[\w-]+\.js"><\/script>/)
  expect(html.match(/rel="preload" as="font"[^>]+href="[^"]+"/g)).toEqual([
    expect.stringContaining('href="/desk/assets/onest-basic-'),
    expect.stringContaining('href="/desk/assets/onest-cyrillic-'),
  ])
  expect(html).not.toMatch(/<style|<script(?![^>]*\bsrc=)/)
})

test('every text asset lies beside its compressed twins', () => {
  const assets = readdirSync(join(dist, 'assets'))
  const texts = assets.filter((name) => /\.(js|css)$/.test(name))
  expect(texts.length).toBeGreaterThan(2)
  for (const name of texts) {
    expect(existsSync(join(dist, 'assets', `${name}.gz`))).toBe(true)
    const packed = readFileSync(join(dist, 'assets', `${name}.br`))
    expect(brotliDecompressSync(packed).toString()).toBe(read(`assets/${name}`))
  }
})

test('the bundle speaks Russian only, and properly', () => {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const code = scripts.map((name) => read(`assets/${name}`)).join('')
  expect(code).toContain('уведомлений')
  expect(code).not.toContain('Пропустить')
  expect(code).not.toContain('Benachrichtigung')
  expect(code.length).toBeGreaterThan(10_000)
})
