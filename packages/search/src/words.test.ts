import { describe, expect, it } from 'vitest'
import { asEnglishKeys, asRussianKeys } from './layout.ts'
import { rootOf } from './root.ts'
import { nounStem, stem } from './stem.ts'
import { beginningsOf, cleanText, eachWord, tokenize } from './tokenize.ts'
import { asCyrillic, skeleton, soundKey } from './translit.ts'
import { ONE_MISTAKE, typoDistance } from './typo.ts'

const words = (text: string) => tokenize(cleanText(text)).map((token) => token.word)

describe('words', () => {
  it('are folded: lower case, ё as е, composed letters, no stress marks or soft hyphens', () => {
    expect(words('Ёлка ЁЖ')).toEqual(['елка', 'еж'])
    expect(words('и\u0306од за\u0301мок тер\u00adминал')).toEqual(['йод', 'замок', 'терминал'])
  })

  it('are parted by marks and keep their places', () => {
    expect(tokenize('IP-адрес, 24/7')).toEqual([
      { word: 'ip', start: 0, end: 2 },
      { word: 'адрес', start: 3, end: 8 },
      { word: '24', start: 10, end: 12 },
      { word: '7', start: 13, end: 14 },
    ])
  })

  it('are passed over when they begin like none of those looked for', () => {
    const seen: string[] = []
    const beginnings = beginningsOf(['tie', 'файлами', 'касса', 'на'])
    eachWord('flies ties ФАЙЛЫ фильм Касса к на, над на', (word) => seen.push(word), beginnings)
    expect(seen).toEqual(['ties', 'файлы', 'касса', 'на', 'на'])
  })

  it('are cut when endless', () => {
    expect(words('а'.repeat(100))[0]).toHaveLength(40)
  })
})

describe('stems', () => {
  it.each([
    ['настройка', 'настройк'],
    ['настройками', 'настройк'],
    ['кассовой', 'кассов'],
    ['открывшийся', 'откр'],
    ['закрывать', 'закрыва'],
    ['важнейшие', 'важн'],
    ['возможность', 'возможн'],
    ['tickets', 'ticket'],
    ['categories', 'category'],
    ['2024', '2024'],
    ['кг', 'кг'],
  ])('%s → %s', (word, expected) => {
    expect(stem(word)).toBe(expected)
  })

  it.each([
    ['терминал', 'терминала', 'терминалы'],
    ['настройка', 'настроек', 'настройками'],
    ['заявка', 'заявок', 'заявкой'],
    ['ошибка', 'ошибок', 'ошибки'],
  ])('the careful stem brings %s, %s and %s together', (a, b, c) => {
    expect(nounStem(b)).toBe(nounStem(a))
    expect(nounStem(c)).toBe(nounStem(a))
  })
})

describe('roots', () => {
  it.each([
    ['настроить', 'настройка'],
    ['настраивать', 'настройка'],
    ['удалить', 'удаление'],
    ['вернуть', 'возврат'],
    ['купить', 'покупка'],
    ['рассчитать', 'расчет'],
    ['отгрузить', 'отгрузка'],
    ['применить', 'применение'],
    ['персонализировать', 'персонализация'],
    ['инвентаризировать', 'инвентаризация'],
  ])('%s and %s are relatives', (verb, noun) => {
    expect(rootOf(stem(verb))).toBe(rootOf(stem(noun)))
  })

  it('do not make relatives of strangers', () => {
    expect(rootOf(stem('касса'))).not.toBe(rootOf(stem('заказ')))
    expect(rootOf(stem('скидка'))).not.toBe(rootOf(stem('склад')))
  })
})

describe('the keyboard layout', () => {
  it('is turned both ways', () => {
    expect(asRussianKeys('nthvbyfk')).toBe('терминал')
    expect(asRussianKeys("'rhfy j,]trn `krf")).toBe('экран объект ёлка')
    expect(asEnglishKeys('учсуд')).toBe('excel')
  })
})

describe('sound keys', () => {
  it.each([
    ['смена', 'smena'],
    ['существующему', 'sushestvuushemu'],
    ['пользователя', 'polzovatelja'],
    ['хранилище', 'khranilishche'],
    ['выглядеть', "vygljadet'"],
    ['файлов', 'failov'],
    ['работы', 'raboti'],
    ['функции', 'funktsii'],
    ['песочницы', 'pesochnicy'],
    ['объекта', 'obyekta'],
  ])('%s sounds like %s', (russian, latin) => {
    expect(soundKey(latin)).toBe(soundKey(russian))
  })

  it('Russian in Latin letters is written in its own, what else there is stays', () => {
    expect(asCyrillic('Terminal ne pechataet, щётка №5')).toBe('терминал не печатает, щётка №5')
    expect(asCyrillic('novyi yashchik')).toBe('новыи ящик')
  })

  it.each([
    ['аутлук', 'outlook'],
    ['эксель', 'excel'],
    ['майкрософт', 'microsoft'],
    ['бизнес', 'business'],
    ['яммер', 'yammer'],
    ['централ', 'central'],
  ])('%s has the consonants of %s', (russian, latin) => {
    expect(skeleton(latin)).toBe(skeleton(russian))
  })
})

describe('typing mistakes', () => {
  const apart = (a: string, b: string) => typoDistance(a, b, 4 * ONE_MISTAKE)

  it('cost nothing when there is none', () => {
    expect(apart('смена', 'смена')).toBe(0)
  })

  it('cost less for neighbour keys, sound-alikes, swaps and doubled letters than for strangers', () => {
    for (const word of ['смкна', 'смина', 'семна', 'сменна']) {
      expect(apart(word, 'смена')).toBeLessThan(ONE_MISTAKE)
    }
    expect(apart('сщена', 'смена')).toBe(ONE_MISTAKE)
  })

  it('are given up beyond the limit', () => {
    expect(typoDistance('касса', 'принтер', 20)).toBe(21)
    expect(typoDistance('а'.repeat(60), 'б', 20)).toBe(21)
  })
})
