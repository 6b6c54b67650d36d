// Makes packages/ui/src/fonts/*.woff2 from Onest of @fontsource-variable: run it after that package is updated.
// Only the weights that styles use are kept, and the non-letters of Russian text (space, digits, punctuation) are a small
// separate file instead of part of all Latin. npm fetches the subsetting tool only here.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

const CUTTER = 'subset-font@2.9.0'
const OUT = join(import.meta.dirname, '../packages/ui/src/fonts')
const WEIGHTS = { wght: { min: 400, max: 700 } }

const require = createRequire(join(OUT, 'fonts.css'))
const FILES = join(dirname(require.resolve('@fontsource-variable/onest/package.json')), 'files')

const range = (first, last) =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)).join('')

/** The `unicode-range` of each file in fonts.css. */
const CUTS = [
  {
    name: 'onest-cyrillic',
    from: 'cyrillic',
    text: `${range(0x400, 0x45f)}\u0301\u0490\u0491\u04b0\u04b1\u2116`,
  },
  { name: 'onest-cyrillic-ext', from: 'cyrillic-ext', text: `${range(0x460, 0x52f)}\u20b4` },
  {
    name: 'onest-basic',
    from: 'latin',
    text: `${range(0x20, 0x7e)}\u00a0©«°·»×\u2013\u2014\u2022\u2026\u202f\u2039\u203a\u2212`,
  },
  {
    name: 'onest-latin',
    from: 'latin',
    text: `${range(0xa1, 0xff)}${range(0x2000, 0x206f)}${range(0x152, 0x153)}\u20ac\u2122\u2191\u2193`,
  },
]

const home = mkdtempSync(join(tmpdir(), 'fonts-'))
try {
  execFileSync('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--silent', CUTTER], { cwd: home })
  const cut = createRequire(join(home, 'index.js'))('subset-font')
  for (const { name, from, text } of CUTS) {
    const source = readFileSync(join(FILES, `onest-${from}-wght-normal.woff2`))
    const bytes = await cut(source, text, { targetFormat: 'woff2', variationAxes: WEIGHTS })
    writeFileSync(join(OUT, `${name}.woff2`), bytes)
    process.stdout.write(`${name}: ${source.length} → ${bytes.length}\n`)
  }
} finally {
  rmSync(home, { recursive: true, force: true })
}
