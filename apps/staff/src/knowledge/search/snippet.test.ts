import { expect, test } from 'vitest'
import { snippetPieces } from './snippet.ts'

test.each([
  ['', []],
  ['без отметок', [{ text: 'без отметок', is_hit: false }]],
  [
    '…лента <mark>чековая</mark> кончилась',
    [
      { text: '…лента ', is_hit: false },
      { text: 'чековая', is_hit: true },
      { text: ' кончилась', is_hit: false },
    ],
  ],
  [
    '<mark>a</mark><mark>b</mark>',
    [
      { text: 'a', is_hit: true },
      { text: 'b', is_hit: true },
    ],
  ],
  ['&lt;b&gt; &amp;amp; &#39;&quot; &unknown;', [{ text: '<b> &amp; \'" &unknown;', is_hit: false }]],
  ['<img src=x onerror=alert(1)> <mark>', [{ text: '<img src=x onerror=alert(1)> <mark>', is_hit: false }]],
])('%j', (snippet, pieces) => {
  expect(snippetPieces(snippet)).toEqual(pieces)
})
