import { expect, test } from 'vitest'
import { drawArticle } from '../article-body/draw-article.tsx'
import { rewriteHtml, tagOf } from './rewrite-html.ts'

test('what is not named stays letter by letter', () => {
  const html = '<P Class=a>1 < 2 &nbsp;<br/><svg viewBox="0 0 1 1"><path d="M0"/></svg><!-- x --></p>&amp'
  expect(rewriteHtml(html, () => undefined)).toBe(html)
})

test('an attribute is read as a reader has it, and written so that it is read the same', () => {
  const rewritten = rewriteHtml(`<a title='"1" > 0' href=/x?a&amp;b>я</a>`, (name, attributes) => ({
    opening: tagOf(name, attributes),
  }))
  expect(rewritten).toBe('<a title="&quot;1&quot; &gt; 0" href="/x?a&amp;b">я</a>')
})

test.each([
  ['до<script>if (1 < 2) "</p>"</script>после', 'допосле'],
  ['до<style>p { color: red }', 'до'],
  ['<svg><script/><path d="M0"/></svg>', '<svg><path d="M0"/></svg>'],
  ['<p>до<script></script>после<p>и ещё</p>', '<p>допосле<p>и ещё</p>'],
])('an element is left out with all that is in it: %j', (html, rest) => {
  expect(rewriteHtml(html, (name) => (name === 'script' || name === 'style' ? null : undefined))).toBe(rest)
})

test('an article is drawn with its callouts, and with boxes that scroll, in one another too', () => {
  const drawn = drawArticle(
    '<aside class="callout callout-danger" title="a > b"><p>Не лейте</p><pre>1</pre></aside><table><tr><td>2</td></tr></table>',
  )
  expect(drawn.replace(/<svg.*?<\/svg>/s, '<svg>')).toBe(
    '<aside role="note" data-callout="danger"><svg><div><p>Не лейте</p><div data-scroll="Код"><pre>1</pre></div></div></aside>' +
      '<div data-scroll="Таблица"><table><tr><td>2</td></tr></table></div>',
  )
})
