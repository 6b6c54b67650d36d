import { expect, test } from 'vitest'
import { linkify } from './linkify.ts'

test.each([
  ['без ссылок', [{ text: 'без ссылок' }]],
  [
    'см. https://a.uz/b?c=1.',
    [{ text: 'см. ' }, { text: 'https://a.uz/b?c=1', href: 'https://a.uz/b?c=1' }, { text: '.' }],
  ],
  ['javascript:alert(1) data:text/html,x', [{ text: 'javascript:alert(1) data:text/html,x' }]],
  ['<b>жирно</b>', [{ text: '<b>жирно</b>' }]],
  ['', []],
])('%s', (text, pieces) => {
  expect(linkify(text)).toEqual(pieces)
})
