import { expect, test } from 'vitest'
import { strayClasses } from './classes.ts'

const SHEETS = [
  {
    path: 'apps/x/src/card.module.css',
    text: `/* .remark {} */
.card { composes: base; composes: stack from global; composes: frame from './lib/frame.module.css'; transition: .5s; }
.base:hover > .title, .card:has(.spare) :global(.from-elsewhere) { color: red }
@media (width > 1.5em) { .wide { --a: 1 } }
.danger { --a: 1 }
.never { --a: 1 }`,
  },
  { path: 'apps/x/src/lib/frame.module.css', text: '.frame { --a: 1 } .alone { --a: 1 }' },
]

const card = (text: string) => ({
  path: 'apps/x/src/card.tsx',
  text: `import styles from './card.module.css'\n${text}`,
})
const WHOLE =
  "<a className={cx(styles.card, styles.title, is && styles['wide'], styles[tone], styles.spare)} />"

test('a class that is not defined and one that nobody asks for are told, each with its file', () => {
  // A variable may hold a literal of another source; uses in comments do not count.
  const tones = { path: 'apps/x/src/tones.ts', text: "type Tone = 'danger'" }
  expect(strayClasses(SHEETS, [card(`${WHOLE} // styles.remark\nstyles.gone`), tones])).toEqual([
    'apps/x/src/card.tsx: в card.module.css нет класса «gone»',
    'apps/x/src/card.module.css: класс «never» никому не нужен',
    'apps/x/src/lib/frame.module.css: класс «alone» никому не нужен',
  ])
})

test('without a variable, a word in some source is no use of a class', () => {
  const text = WHOLE.replace('styles[tone], ', '')
  const word = { path: 'apps/x/src/word.ts', text: "'danger'" }
  expect(strayClasses(SHEETS, [card(text), word])).toContain(
    'apps/x/src/card.module.css: класс «danger» никому не нужен',
  )
})
