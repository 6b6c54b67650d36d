import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { kitchen } from './kitchen.ts'
import { createIndex, type SearchIndex } from './search-index.ts'

let index: SearchIndex

function titles(query: string, synonyms?: string[][]): string[] {
  return index.search(query, { synonyms }).map(({ id }) => kitchen.find((one) => one.id === id)?.title ?? '')
}

beforeAll(() => {
  index = createIndex()
  for (const material of kitchen) index.put(material)
})

describe('a query finds its article', () => {
  it.each([
    ['as it is written', 'закрытие кассовой смены', 'Закрытие кассовой смены'],
    ['in another form', 'закрытии кассовых смен', 'Закрытие кассовой смены'],
    ['with the stemmer’s own error', 'терминалами', 'Терминал не принимает карты'],
    ['with a vowel that comes and goes', 'заявок', 'Заявки на закупку продуктов'],
    ['with a verb for its noun', 'вернуть деньги', 'Возврат денег гостю на карту'],
    ['with a verb for its noun', 'удалить сотрудника', 'Удаление сотрудника из расписания'],
    ['with a noun for its verb', 'вход без пароля', 'Как войти, если забыли пароль'],
    ['with a neighbour key', 'возвраь денег', 'Возврат денег гостю на карту'],
    ['with swapped letters', 'инвентраизация', 'Инвентаризация склада'],
    ['with misheard vowels', 'енвинтаризация', 'Инвентаризация склада'],
    ['with two mistakes', 'инвинтарезация', 'Инвентаризация склада'],
    ['with a doubled letter', 'накладдной', 'Приёмка товара по накладной'],
    ['while it is typed', 'инвент', 'Инвентаризация склада'],
    ['while its last word is typed', 'настройка прин', 'Настройка принтера чеков'],
    ['on the wrong layout', 'nthvbyfk', 'Терминал не принимает карты'],
    ['on the wrong layout, with marks for letters', 'ghb`vrf njdfhf', 'Приёмка товара по накладной'],
    [
      'on the wrong layout, a Latin word kept',
      'gjlrk.xtybt iiko',
      'Подключение iiko к платёжной системе Payme',
    ],
    ['on the wrong layout, the other way', 'гягь', 'Доставка через Uzum Tezkor'],
    ['in Latin letters', 'zakrytie kassovoy smeny', 'Закрытие кассовой смены'],
    ['in Latin letters, carelessly', 'nakladnaja priemka', 'Приёмка товара по накладной'],
    ['in Latin letters, as a question', 'kak vernut dengi', 'Возврат денег гостю на карту'],
    ['by a foreign name in Russian letters', 'узум', 'Доставка через Uzum Tezkor'],
    ['by a foreign name by ear', 'пейми', 'Подключение iiko к платёжной системе Payme'],
    ['with е for ё', 'приемка', 'Приёмка товара по накладной'],
    ['with ё where it does not belong', 'тёрминал', 'Терминал не принимает карты'],
    ['as a question', 'подскажите пожалуйста как закрыть смену?', 'Закрытие кассовой смены'],
    ['in any order', 'смены кассовой закрытие', 'Закрытие кассовой смены'],
    ['in quotes and capitals', '«СТОП-ЛИСТ»!!!', 'Стоп-лист: как убрать блюдо из меню'],
    ['turned and unfinished', 'bydtynfhbpfwbz crk', 'Инвентаризация склада'],
    ['mistyped and unfinished', 'настройко прин', 'Настройка принтера чеков'],
  ])('%s: %s', (_, query, title) => {
    expect(titles(query)[0]).toBe(title)
  })
})

describe('the editor’s synonyms', () => {
  const synonyms = [
    ['айко', 'iiko'],
    ['балльная система', 'программа лояльности', 'бонусы'],
    ['тезкор', 'узбекская доставка', 'tezkor'],
  ]

  it.each([
    ['айко', 'Подключение iiko к платёжной системе Payme'],
    ['подключить айку', 'Подключение iiko к платёжной системе Payme'],
    ['fqrj', 'Подключение iiko к платёжной системе Payme'],
    ['бонусов', 'Скидки и программа лояльности'],
    ['балльной системы', 'Скидки и программа лояльности'],
    ['бонусф', 'Скидки и программа лояльности'],
  ])('%s means its other name', (query, title) => {
    expect(titles(query, synonyms)[0]).toBe(title)
  })

  it('find nothing when no editor listed them', () => {
    expect(titles('бонусов')).not.toContain('Скидки и программа лояльности')
  })

  it('survive empty and odd groups', () => {
    expect(titles('смена', [[], [''], ['смена'], ['…', '!']])[0]).toBe('Закрытие кассовой смены')
  })
})

describe('the order', () => {
  it('puts an article above those that only point to it', () => {
    expect(titles('заявки на закупку продуктов')[0]).toBe('Заявки на закупку продуктов')
  })

  it('prefers the article that holds all words', () => {
    expect(titles('принтер на кухне')[0]).toBe('Почему принтер на кухне не печатает марки')
  })

  it('keeps to the limit', () => {
    expect(index.search('принтер', { limit: 1 })).toHaveLength(1)
  })
})

describe('the newest edit', () => {
  it('is found at once, and the old words no more', () => {
    const own = createIndex()
    for (const material of kitchen) own.put(material)
    const [first] = kitchen
    if (!first) throw new Error('empty kitchen')
    own.put({ ...first, title: 'Чаевые официанту', text: 'Чаевые делятся в конце недели.' })
    expect(own.search('чаевые')[0]?.id).toBe(first.id)
    expect(own.search('карту').map(({ id }) => id)).not.toContain(first.id)
    expect(own.stats().materials).toBe(kitchen.length)
  })

  it('is forgotten when it is removed, and its place is used again', () => {
    const own = createIndex()
    for (const material of kitchen) own.put(material)
    expect(own.remove(2)).toBe(true)
    expect(own.remove(2)).toBe(false)
    expect(own.search('смена кассира z отчет').map(({ id }) => id)).not.toContain(2)
    own.put({
      id: 99,
      title: 'Мойка посуды',
      section_name: 'Кухня',
      subcategory_name: '',
      headings: [],
      text: '',
    })
    expect(own.search('мойка')[0]?.id).toBe(99)
    expect(own.search('принтер')).toEqual(
      index.search('принтер').map((found) => expect.objectContaining({ id: found.id })),
    )
  })

  it('leaves an index in any order of edits as if it were built anew', () => {
    const edit = fc.record({ id: fc.integer({ min: 1, max: kitchen.length }), gone: fc.boolean() })
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 30 }), (edits) => {
        const edited = createIndex()
        for (const material of kitchen) edited.put(material)
        for (const { id, gone } of edits) {
          const material = kitchen[id - 1]
          if (gone) edited.remove(id)
          else if (material) edited.put(material)
        }
        const left = new Set(kitchen.map(({ id }) => id))
        for (const { id, gone } of edits) {
          if (gone) left.delete(id)
          else left.add(id)
        }
        for (const material of kitchen) {
          const found = edited.search(material.title).some(({ id }) => id === material.id)
          if (found !== left.has(material.id)) return false
        }
        return edited.stats().materials === left.size
      }),
      { numRuns: 30 },
    )
  })
})

describe('whatever is typed', () => {
  it.each([
    ['nothing', ''],
    ['spaces', ' \t\n '],
    ['marks only', '()[]{}<>«»—…!?'],
    ['operators of query languages', '%'],
    ['operators of query languages', '_ \\ \' " ((((( .* & | ! :* <->'],
    ['a broken surrogate', '\ud800\udfff\ud83d'],
    ['emoji', '🍕🔥'],
    ['NUL', '\0\0'],
  ])('%s finds nothing and throws nothing', (_, query) => {
    expect(index.search(query)).toEqual([])
  })

  it('of tickets nothing is found by small words alone, and certainty has a curve of its own', () => {
    expect(index.search('на что не')).not.toEqual([])
    expect(index.search('на что не', { kind: 'own_ticket' })).toEqual([])
    const [article] = index.search('закрытие кассовой смены')
    const [ticket] = index.search('закрытие кассовой смены', { kind: 'ticket' })
    expect(ticket?.id).toBe(article?.id)
    expect(ticket?.certainty).not.toBe(article?.certainty)
  })

  it('NUL and a broken surrogate between words do not hide them', () => {
    expect(titles('закрытие\0смены \ud800')[0]).toBe('Закрытие кассовой смены')
  })

  it('Latin letters that look like Russian ones are read as those, in words that are Russian with them', () => {
    expect(titles('pacпиcaниe coтpyдникa')[0]).toBe('Удаление сотрудника из расписания')
    expect(titles('PACПИCAHИE')[0]).toBe('Удаление сотрудника из расписания')
    expect(titles('кaccoвoй')[0]).toBe('Закрытие кассовой смены')
  })

  it('a query of 5,000 letters is cut and answered soon', () => {
    const started = performance.now()
    expect(titles('закрытие смены '.repeat(334))[0]).toBe('Закрытие кассовой смены')
    expect(index.search('ъ'.repeat(5000))).toEqual([])
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('a query cut in the middle of a surrogate pair is answered', () => {
    expect(titles(`смена ${'а'.repeat(193)}🍕`)).toContain('Закрытие кассовой смены')
  })

  it('any text gets a list with safe snippets', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'абвеёйъь <>&"\'«».,[];`-0a z\0\ud800') })
    fc.assert(
      fc.property(fc.oneof(letters, fc.string(), fc.string({ unit: 'binary' })), (query) => {
        for (const { snippet, score } of index.search(query)) {
          expect(Number.isFinite(score)).toBe(true)
          expect(snippet.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"']/)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('any material is taken in', () => {
    const part = fc.string({ unit: 'binary', maxLength: 60 })
    fc.assert(
      fc.property(part, part, part, (title, heading, text) => {
        const own = createIndex()
        own.put({ id: 1, title, section_name: heading, subcategory_name: '', headings: [heading], text })
        expect(own.search(title).length).toBeLessThanOrEqual(1)
        expect(own.remove(1)).toBe(true)
        expect(own.search(title)).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})

describe('without some materials', () => {
  const queries = [
    ...kitchen.map(({ title }) => title),
    'смена',
    'карты',
    'терминаль',
    'nakladnaja',
    'инвент',
  ]

  it('the answer is the one of an index that has lost them, and theirs again afterwards', () => {
    const whole = createIndex()
    for (const material of kitchen) whole.put(material)
    const before = queries.map((query) => whole.search(query))
    fc.assert(
      fc.property(fc.subarray(kitchen.map(({ id }) => id)), fc.constantFrom(...queries), (without, query) => {
        const lost = createIndex()
        for (const material of kitchen) lost.put(material)
        for (const id of without) lost.remove(id)
        expect(whole.search(query, { without })).toEqual(lost.search(query))
      }),
    )
    expect(queries.map((query) => whole.search(query))).toEqual(before)
  })

  it('one that is not there hinders nobody', () => {
    expect(index.search('смена', { without: [987_654] })).toEqual(index.search('смена'))
  })
})
