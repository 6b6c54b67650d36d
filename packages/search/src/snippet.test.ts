import { describe, expect, it } from 'vitest'
import { type Hits, SNIPPET_LENGTH, snippetOf } from './snippet.ts'
import { beginningsOf } from './tokenize.ts'

const hit = (...words: string[]): Hits => ({
  termWeightOf: (word) => (words.includes(word) ? 1 : 0),
  beginnings: beginningsOf(words),
})

describe('a snippet', () => {
  it('marks the hits and keeps their own letters', () => {
    expect(snippetOf('Закройте Смену.', hit('смену'))).toBe('Закройте <mark>Смену</mark>.')
  })

  it('escapes everything else', () => {
    expect(snippetOf('<script>alert("смена" & \'1\')</script>', hit('смена', 'script'))).toBe(
      '&lt;<mark>script</mark>&gt;alert(&quot;<mark>смена</mark>&quot; &amp; &#39;1&#39;)&lt;/<mark>script</mark>&gt;',
    )
  })

  it('stands where most different hits stand together', () => {
    const filler = `${'слово '.repeat(60)}. `
    const text = `Смена. ${filler}Кассир закрывает смену вечером. ${filler}`
    const snippet = snippetOf(text, hit('смена', 'смену', 'кассир', 'закрывает'))
    expect(snippet).toContain('<mark>Кассир</mark> <mark>закрывает</mark> <mark>смену</mark>')
    expect(snippet).toMatch(/^<mark>Кассир.*…$/)
  })

  it('begins with a whole sentence, the first of the text when the hit is too far in its own', () => {
    const filler = 'слово '.repeat(60)
    const text = `Сначала главное. ${filler}. Т. е. ждём. «Да», — жмём смену! ${filler}`
    expect(snippetOf(text, hit('смену'))).toMatch(/^«Да», — жмём <mark>смену<\/mark>!/)
    expect(snippetOf(`Сначала главное. ${filler} смена`, hit('смена'))).toMatch(/^Сначала главное\./)
    expect(snippetOf('Заголовок\nкасса и смена', hit('смена'))).toBe('касса и <mark>смена</mark>')
  })

  it('is of a sentence rather than of a table, whose cells it tells apart', () => {
    const filler = 'слово '.repeat(60)
    const text = `Возврат\nНет\nС PIN\n${filler}.\nКассир делает возврат.`
    expect(snippetOf(text, hit('возврат'))).toBe('Кассир делает <mark>возврат</mark>.')
    expect(snippetOf('Возврат\nНет\nДа', hit('возврат'))).toBe('<mark>Возврат</mark> · Нет · Да')
  })

  it('is about as long as promised', () => {
    const snippet = snippetOf('смена '.repeat(500), hit('смена'))
    expect(snippet.replace(/<\/?mark>/g, '').length).toBeLessThanOrEqual(SNIPPET_LENGTH + 2)
  })

  it('begins the text when nothing was hit', () => {
    expect(snippetOf(`Начало. ${'текст '.repeat(90)}`, hit())).toMatch(/^Начало\. текст.*…$/)
  })

  it('never cuts a word in two', () => {
    const text = 'Перед сменой проверьте принтер чеков, бумагу и связь с банком; '.repeat(40)
    const words = new Set(text.split(/[^а-яё]+/i))
    for (const query of ['банком', 'принтер', 'связь'])
      for (const word of snippetOf(text, hit(query))
        .replace(/<\/?mark>/g, '')
        .split(/[^а-яё]+/i))
        expect(words).toContain(word)
  })

  it('is empty for an empty text', () => {
    expect(snippetOf('', hit('смена'))).toBe('')
  })

  it('puts lines in a row and cuts an endless word', () => {
    expect(snippetOf('Первая\nвторая', hit())).toBe('Первая · вторая')
    expect(snippetOf('Смена.\nВторая:\nраз\nдва', hit('смена'))).toBe('<mark>Смена</mark>. Вторая: раз · два')
    expect(snippetOf('а'.repeat(1000), hit())).toHaveLength(SNIPPET_LENGTH + 1)
  })
})
