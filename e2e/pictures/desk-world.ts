import { acceptInvitation } from '@podmoga/contract/business'
import { type Call, makeCall } from '@podmoga/contract/client'
import { addRestaurant, changeRestaurant } from '@podmoga/contract/desk/admin'
import { addNote } from '@podmoga/contract/desk/notes'
import { invitePerson } from '@podmoga/contract/desk/people'
import { sendDeskReply } from '@podmoga/contract/desk/tickets'
import { addSavedView, type ViewFilters } from '@podmoga/contract/desk/views'
import { assignTicket, editTicket } from '@podmoga/contract/desk/work'
import { signIn } from '@podmoga/contract/session'
import { createTicket, sendReply } from '@podmoga/contract/tickets'
import { fetchTransport } from '@podmoga/contract/transports'
import { openWorld } from '@podmoga/server/testing'
import { PEOPLE, type Who } from '../lib/world.ts'

const MINUTE = 60_000
const PASSWORD = 'Navruz-pass-1'
const mailOf = (box: string): string => `${box}@navruz.example`

/** [name, city, brand, groups] */
const RESTAURANTS: readonly [string, string, string, readonly string[]][] = [
  ['Чайхана Юнусабад', 'Ташкент', 'Чайхана Навруз', ['Центр', 'Доставка']],
  ['Чайхана Сергели', 'Ташкент', 'Чайхана Навруз', ['Доставка']],
  ['Плов Центр Чиланзар', 'Ташкент', 'Плов Центр', ['Центр']],
  ['Плов Центр Самарканд', 'Самарканд', 'Плов Центр', ['Туристы']],
  ['Плов Центр Бухара', 'Бухара', 'Плов Центр', ['Туристы', 'Доставка']],
  ['Кофейня Афросиаб', 'Самарканд', 'Кофейня Регистан', ['Туристы']],
  ['Кофейня Магистральная', 'Ташкент', 'Кофейня Регистан', ['Центр']],
  ['Кофейня Аэропорт', 'Ташкент', 'Кофейня Регистан', ['Круглосуточно']],
  ['Лагман Хаус Фергана', 'Фергана', 'Лагман Хаус', ['Долина']],
  ['Лагман Хаус Коканд', 'Коканд', 'Лагман Хаус', ['Долина', 'Доставка']],
  ['Лагман Хаус Андижан', 'Андижан', 'Лагман Хаус', ['Долина']],
  ['Самса Экспресс Вокзал', 'Ташкент', 'Самса Экспресс', ['Круглосуточно']],
]

/** The demo's restaurants. [id, name, city, brand] */
const OLD = [
  ['1', 'Чайхана Навруз', 'Ташкент', 'Чайхана Навруз'],
  ['2', 'Плов Центр', 'Ташкент', 'Плов Центр'],
  ['3', 'Кофейня Регистан', 'Самарканд', 'Кофейня Регистан'],
] as const

/** [first name, last name, address, index of the restaurant above] */
const STAFF: readonly [string, string, string, number][] = [
  ['Дилноза', 'Хамидова', 'dilnoza', 0],
  ['Жасур', 'Турсунов', 'jasur', 2],
  ['Камола', 'Абдуллаева', 'kamola', 3],
  ['Шерзод', 'Назаров', 'sherzod', 5],
  ['Гульнора', 'Ташматова', 'gulnora', 8],
  ['Отабек', 'Сафаров', 'otabek', 7],
  ['Лола', 'Мирзаева', 'lola', 4],
  ['Рустам', 'Эргашев', 'rustam', 9],
  ['Нилуфар', 'Юлдашева', 'nilufar', 10],
  ['Санжар', 'Кадыров', 'sanjar', 11],
  ['Феруза', 'Икрамова', 'feruza', 1],
  ['Алишер', 'Бобоев', 'alisher', 6],
]

/** Index of the ticket that support has answered. */
const TALK = 1
const ANSWER =
  'Здравствуйте! Перезагрузите терминал: держите красную кнопку десять секунд. Если не поможет, напишите, горит ли зелёный огонёк связи.'
const NOTE = 'У этого ресторана в октябре меняли роутер: если не поможет, проверить подсеть терминалов.'

const tech = (topic: string) => ({ category: 'technical_issue', topic }) as const
/** [author, minutes since the previous one, topic, text, priority] */
const TICKETS: readonly [
  number,
  number,
  { category: 'technical_issue' | 'trouble_paying' | 'functionality_issue'; topic: string },
  string,
  ('urgent' | 'high' | 'low')?,
][] = [
  [4, 35, tech('printing'), 'Принтер на кухне печатает пустые ленты, заказы носим на бумажках', 'high'],
  [
    3,
    22,
    { category: 'trouble_paying', topic: 'terminal' },
    'Терминал пишет «нет связи с банком», гости уходят',
    'urgent',
  ],
  [6, 18, tech('kitchen'), 'Кухонный экран завис на заказе 118 и не обновляется'],
  [
    0,
    15,
    { category: 'trouble_paying', topic: 'click' },
    'Гость оплатил через Click дважды, как вернуть вторую оплату?',
  ],
  [7, 12, tech('pos'), 'Касса 2 не открывает смену: «смена уже открыта на другом устройстве»', 'high'],
  [
    1,
    11,
    { category: 'functionality_issue', topic: 'menu' },
    'Как убрать блюдо из меню до конца дня, чтобы его не заказывали?',
  ],
  [9, 9, tech('orders'), 'Стол 12 не закрывается: счёт оплачен, а стол занят'],
  [5, 8, tech('delivery'), 'Заказы из доставки приходят с задержкой в десять минут'],
  [
    2,
    7,
    { category: 'functionality_issue', topic: 'reports' },
    'Отчёт за вчера не сходится с кассой на 240 000 сумов',
  ],
  [8, 6, tech('stock'), 'После инвентаризации остатки муки стали отрицательными', 'low'],
  [
    10,
    5,
    { category: 'trouble_paying', topic: 'humo' },
    'Карты Humo не проходят со второго раза, остальные в порядке',
  ],
  [11, 4, tech('printing'), 'Чек печатается без логотипа и адреса'],
  [4, 3, tech('kitchen'), 'Второй экран на горячем цехе показывает вчерашние заказы'],
]

const callAs = (url: string, token: string, restaurant?: string): Call =>
  makeCall({
    base_url: `${url}/api/`,
    transport: fetchTransport,
    headers: () => ({
      Authorization: `Bearer ${token}`,
      'Accept-Language': 'ru',
      ...(restaurant === undefined ? {} : { AuthRestaurantId: restaurant }),
    }),
  })

/** Opens the demo with a team's morning: a dozen more restaurants, their people and their tickets. */
export const openDeskWorld = async () => {
  const world = await openWorld({ SEED: 'demo', RATE_LIMITS: 'off' })
  const url = await world.listen()
  const anybody = makeCall({ base_url: `${url}/api/`, transport: fetchTransport, headers: () => ({}) })
  // A new sign-in each time: the clock moves, and tokens expire.
  const enter = async (login: string, password: string, restaurant?: string): Promise<Call> =>
    callAs(url, (await anybody(signIn, { body: { login, password } })).access_token, restaurant)
  const as = (who: Who): Promise<Call> => enter(PEOPLE[who].login, PEOPLE[who].password)
  // Moves the clock back, so that the last message is written now.
  world.clock.move(-TICKETS.reduce((sum, [, minutes]) => sum + minutes, 0) * MINUTE)
  const admin = await as('admin')
  for (const [restaurantId, name, city, chain] of OLD) {
    const body = { name, city, chain, groups: ['Центр'] }
    await admin(changeRestaurant, { params: { restaurantId }, body })
  }
  const places: string[] = []
  for (const [name, city, chain, groups] of RESTAURANTS)
    places.push((await admin(addRestaurant, { body: { name, city, chain, groups: [...groups] } })).id)
  for (const [nth, [first_name, last_name, box, at]] of STAFF.entries()) {
    const id = places[at] ?? ''
    const person = {
      first_name,
      last_name,
      email: mailOf(box),
      phone: `+99890123${4510 + nth * 37}`,
      restaurants: [{ id, role: 'staff' as const }],
    }
    const { link } = await admin(invitePerson, { body: person })
    const key = new URL(link).searchParams.get('key') ?? ''
    await anybody(acceptInvitation, { body: { key, password: PASSWORD } })
  }
  for (const [at, [who, minutes, about, initial_message, priority]] of TICKETS.entries()) {
    world.clock.move(minutes * MINUTE)
    const agent = await as('agent')
    const [, , box = '', place = 0] = STAFF[who] ?? []
    const customer = await enter(mailOf(box), PASSWORD, places[place])
    const { id: ticketId = '' } = await customer(createTicket, { form: { ...about, initial_message } })
    const params = { ticketId }
    if (priority !== undefined) await agent(editTicket, { params, body: { priority } })
    if (at === TALK) {
      await agent(editTicket, { params, body: { tags: ['терминал', 'банк'] } })
      await agent(sendDeskReply, { params, form: { text: ANSWER } })
      await agent(addNote, { params, form: { text: NOTE } })
      world.clock.move(2 * MINUTE)
      await customer(sendReply, {
        params,
        form: { text: 'Перезагрузили, пишет то же самое. Рядом с баром Wi-Fi ловит плохо.' },
      })
      world.clock.move(-2 * MINUTE)
    }
    if (at % 5 === 4) await agent(assignTicket, { params })
  }
  const agent = await as('agent')
  const views: { name: string; filters: ViewFilters }[] = [
    { name: 'Срочные', filters: { tab: 'open', priority: ['urgent', 'high'] } },
    { name: 'Центр', filters: { tab: 'waiting', restaurant_group: 'Центр' } },
    { name: 'Касса и печать', filters: { tab: 'waiting', topic: ['pos', 'printing'] } },
  ]
  for (const view of views) await agent(addSavedView, { body: { ...view, is_shared: false } })
  return { url, agent, places, close: () => world.close() }
}
