import { describe, expect, it } from 'vitest'
import { textOfHtml } from './html-text.ts'

describe('the text of an article', () => {
  it('has a line for each block, its headings apart, entities decoded', () => {
    const html =
      '<h2>Шаг&nbsp;1</h2><p>Нажмите <strong>«OK»</strong> &amp; ждите&#33;</p><ul><li>раз</li><li>два</li></ul>'
    expect(textOfHtml(html)).toEqual({
      text: 'Шаг 1\nНажмите «OK» & ждите!\nраз\nдва',
      headings: ['Шаг 1'],
      links: [],
    })
  })

  it('knows the links to other materials, not those outside', () => {
    const html =
      '<p>См. <a data-material="7">Закрытие <em>смены</em></a> и <a href="https://a.uz">сайт</a>.</p>'
    expect(textOfHtml(html).links).toEqual(['Закрытие смены'])
  })

  it('survives unfinished tags, unknown entities and an empty article', () => {
    expect(textOfHtml('раз <b').text).toBe('раз')
    expect(textOfHtml('a &unknown; &#0; &#x110000; b').text).toBe('a &unknown;   b')
    expect(textOfHtml('')).toEqual({ text: '', headings: [], links: [] })
  })

  it('reads 50,000 nested tags soon', () => {
    const started = performance.now()
    expect(textOfHtml(`${'<div>'.repeat(50_000)}глубоко${'</div>'.repeat(50_000)}`).text).toBe('глубоко')
    expect(performance.now() - started).toBeLessThan(15_000)
  })
})
