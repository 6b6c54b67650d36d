import { beforeAll, describe, expect, it } from 'vitest'
import { Bloom } from './bloom.ts'
import { idOf, kitchen } from './kitchen.ts'
import { specificityOf } from './language.ts'
import { loadRussian } from './russian.ts'
import { createIndex, type SearchIndex } from './search-index.ts'
import { stem } from './stem.ts'
import { Synonyms } from './synonyms.ts'
import { loadThesaurus } from './thesaurus.ts'

const russian = loadRussian()
const more: [title: string, text: string, also_asked?: string[]][] = [
  ['График смен и учёт времени', 'Смены на неделю ставит администратор.', ['кто завтра выходит']],
  ['Как оформить списание', 'Порчу и бой списывают актом.'],
  ['Кухонный экран: работа повара', 'Повар отмечает блюдо готовым.'],
  ['Отключили электричество', 'Если света нет, сохраните заказы.'],
]
let index: SearchIndex

const find = (query: string, synonyms = loadThesaurus()) => index.search(query, { synonyms })
const titles = (query: string) =>
  find(query).map(({ id }) => [...kitchen.map(({ title }) => title), ...more.map(([title]) => title)][id - 1])

beforeAll(() => {
  index = createIndex(russian)
  for (const material of kitchen) index.put(material)
  more.forEach(([title, text, also_asked], i) => {
    const place = { section_name: 'Разное', subcategory_name: '' }
    index.put({
      id: kitchen.length + i + 1,
      title,
      text,
      ...place,
      headings: [],
      ...(also_asked && { also_asked }),
    })
  })
})

describe('a word that Russian has', () => {
  it.each(['пожар', 'расписание', 'списание', 'лагманом', 'самсу', 'хочет'])('%s is known', (word) => {
    expect(russian.hasWord(word)).toBe(true)
  })

  it.each(['инвинтаризация', 'прентер', 'терминл', 'закрытее'])('%s is a mistake', (word) => {
    expect(russian.hasWord(word)).toBe(false)
  })

  it('is never corrected into another', () => {
    expect(titles('пожар')).not.toContain('Кухонный экран: работа повара')
    expect(titles('расписание')).not.toContain('Как оформить списание')
    expect(titles('закрытее смены')[0]).toBe('Закрытие кассовой смены')
  })
})

describe('everyday words', () => {
  it.each(['хочет', 'просит', 'пишет', 'вечером', 'делать'])('%s is quiet', (word) => {
    expect(specificityOf(russian.share(stem(word)))).toBeLessThan(0.75)
  })

  it.each(['инвентаризация', 'накладная', 'терминал'])('%s is loud', (word) => {
    expect(specificityOf(russian.share(stem(word)))).toBeGreaterThan(0.9)
  })

  it('do not decide', () => {
    expect(titles('клиент хочет возврат')[0]).toBe('Возврат денег гостю на карту')
  })
})

describe('the words of restaurants', () => {
  it.each([
    ['ревизия', 'Инвентаризация склада'],
    ['свет вырубили', 'Отключили электричество'],
    ['вырубили опять свет', 'Отключили электричество'],
    ['оприходовать товар', 'Приёмка товара по накладной'],
    ['пэйми', 'Подключение iiko к платёжной системе Payme'],
    ['рассписание смен', 'График смен и учёт времени'],
  ])('%s', (query, title) => {
    expect(titles(query)[0]).toBe(title)
  })

  it('mean what they mean one way: a symptom its cause, not the cause every symptom', () => {
    const synonyms = [{ words: ['мигает красным'], means: ['принтер'] }]
    expect(index.search('мигает красным', { synonyms })[0]?.id).toBe(5)
    expect(index.search('принтер', { synonyms }).length).toBe(index.search('принтер').length)
  })
})

describe('what people ask', () => {
  it('finds the material like a title', () => {
    expect(titles('кто завтра выходит')[0]).toBe('График смен и учёт времени')
  })
})

describe('sure', () => {
  it.each(['закрыть смену', 'инвентаризация', 'как вернуть деньги гостю', 'принтир не пичатает'])(
    'of %s',
    (query) => {
      expect(find(query).map(({ sure }) => sure)).toContain(true)
    },
  )

  it.each(['гость подавился костью', 'аквариум в зале потёк', 'сколько калорий в смене'])(
    'not of %s',
    (query) => {
      expect(find(query).filter(({ sure }) => sure)).toEqual([])
    },
  )
})

describe('a set of words in few bits', () => {
  it('never forgets its own and seldom takes a stranger', () => {
    const own = Array.from({ length: 5000 }, (_, n) => `слово${n}`)
    const bloom = Bloom.of(own, 8192)
    expect(own.filter((word) => !bloom.has(word))).toEqual([])
    const strangers = Array.from({ length: 5000 }, (_, n) => `чужое${n}`).filter((word) => bloom.has(word))
    expect(strangers.length).toBeLessThan(100)
  })
})

describe('a cook who dictates', () => {
  it.each([
    ['kassani yopish', 'Закрытие кассовой смены'],
    ['кассани қандай ёпаман', 'Закрытие кассовой смены'],
    ['printerга qogʻoz solish', 'Настройка принтера чеков'],
    ["stop-listga qo'shish", 'Стоп-лист: как убрать блюдо из меню'],
    ['как пробить скидку гостю', 'Скидки и программа лояльности'],
    ['принтир не пичатает', 'Почему принтер на кухне не печатает марки'],
  ])('%s', (query, title) => {
    expect(titles(query).slice(0, 2)).toContain(title)
  })

  it.each([
    ['kassani yopish', 'Закрытие кассовой смены'],
    ['smenani yopish', 'Закрытие кассовой смены'],
  ])('%s is a whole name, and no less sure than in Russian', (query, title) => {
    expect(find(query)[0]).toMatchObject({ id: idOf(title), sure: true })
  })

  it('is heard among the asides of a story, to its last word', () => {
    const aside = 'вчера всё было хорошо а сегодня с самого утра гости сидят и ждут девочки бегают '
    const [first] = find(`${aside}${aside}и тут терминал карты не принимает`)
    expect(first).toMatchObject({ id: idOf('Терминал не принимает карты'), sure: true })
  })

  it('is not taken at a word that only begins like another', () => {
    const synonyms = [{ words: ['насия', 'скорая', 'залить'], means: ['инкассация'] }]
    const of = (query: string) => new Synonyms(synonyms, loadRussian()).find(query.split(' '))
    expect(of('у нас скоро в зале')).toEqual([])
    expect(of('скорую')).toHaveLength(1)
  })
})
