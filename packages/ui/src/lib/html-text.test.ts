import { expect, test } from 'vitest'
import { textOf, textOfFirst } from './html-text.ts'

test.each([
  ['', ''],
  ['<p>Принт<b>ер</b></p><p>Чек</p>', 'Принтер Чек'],
  ['строка<br>другая <img alt="1 > 0" src=x>третья', 'строка другая третья'],
  ['<p title="</p>">5&nbsp;&lt; 6 &amp;amp; &#171;да&#187; &what;</p>', '5\u00A0< 6 &amp; «да» &what;'],
  ['<ul><li>раз<li>два</ul><!-- не видно -->', 'раз два'],
])('the text of %j', (html, text) => {
  expect(textOf(html)).toBe(text)
})

test('the text of the first matching element, with all its content', () => {
  const inList = (path: readonly string[]) => path.at(-2) === 'ol'
  expect(textOfFirst('<p>до</p><ol><li>раз<ul><li>и ещё</li></ul></li><li>два</li></ol>', inList)).toBe(
    'раз и ещё',
  )
  expect(textOfFirst('<p>до</p><ul><li>раз</li></ul>', inList)).toBe('')
})
