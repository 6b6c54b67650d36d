import { expect, test } from 'vitest'
import { snippetPieces } from './snippet.ts'

test.each([
  ['', []],
  ['без отметок', [{ text: 'без отметок', isHit: false }]],
  [
    '…лента <mark>чековая</mark> кончилась',
    [
      { text: '…лента ', isHit: false },
      { text: 'чековая', isHit: true },
      { text: ' кончилась', isHit: false },
    ],
  ],
  [
    '<mark>a</mark><mark>b</mark>',
    [
      { text: 'a', isHit: true },
      { text: 'b', isHit: true },
    ],
  ],
  ['&lt;b&gt; &amp;amp; &#39;&quot; &unknown;', [{ text: '<b> &amp; \'" &unknown;', isHit: false }]],
  ['<img src=x onerror=alert(1)> <mark>', [{ text: '<img src=x onerror=alert(1)> <mark>', isHit: false }]],
])('%j', (snippet, pieces) => {
  expect(snippetPieces(snippet)).toEqual(pieces)
})
