import * as m from './motifs.ts'
import { arrow, at, type Colour, card, circle, lines, path, picture, rect, text } from './parts.ts'
import * as s from './signs.ts'

/** Flow diagrams. 960 × 540. */

/** Up to four steps from left to right, each an object with a name of one or two lines. */
function steps(...list: [shape: string, ...name: string[]][]): string {
  const wide = 960 / list.length
  return list
    .map(([shape, ...name], i) => {
      const x = wide * i + wide / 2
      const next = i < list.length - 1 ? arrow(x + wide / 2 - 18, 210, x + wide / 2 + 22, 210, 'cobalt') : ''
      return (
        circle(x, 210, 98, { fill: 'white', stroke: 'line' }) +
        at(x - 66, 144, 0.44, shape) +
        text(x, 374, `${i + 1}`, { size: 40, bold: true, fill: 'cobalt' }) +
        lines(x, 418, name, { size: 30, bold: true }) +
        next
      )
    })
    .join('')
}

/** One object with an arrow to each of three cards on the right. */
const threeWays = (
  thing: string,
  name: string,
  ...ways: [title: string, words: string, fill: Colour][]
): string =>
  picture(
    thing,
    text(165, 445, name, { size: 36, bold: true }),
    ways.map((_, i) => arrow(295, 230 + i * 40, 450, 100 + i * 170, 'cobalt')).join(''),
    ways
      .map(([title, words, fill], i) => card(470, 40 + i * 170, 440, 120, [title, words], { fill, size: 31 }))
      .join(''),
  )

const xVsZ = picture(
  card(60, 50, 390, 90, ['X-отчёт'], { fill: 'sky', size: 40, bold: true }),
  card(510, 50, 390, 90, ['Z-отчёт'], { fill: 'sand', size: 40, bold: true }),
  ['Показывает деньги', 'Сколько угодно раз', 'Счётчики остаются']
    .map((words, i) => card(60, 170 + i * 114, 390, 90, [words], { size: 32, stroke: 'line' }))
    .join(''),
  ['Закрывает смену', 'Один раз на смену', 'Счётчики — в ноль']
    .map((words, i) => card(510, 170 + i * 114, 390, 90, [words], { size: 32, stroke: 'line' }))
    .join(''),
)

const kitchenRouting = threeWays(
  at(30, 150, 0.8, m.clipboard()),
  'Заказ',
  ['Горячий цех', 'плов, лагман', 'rose'],
  ['Холодный цех', 'ачичук, закуски', 'sky'],
  ['Бар', 'чай, лимонад', 'mint'],
)

const stopList = picture(
  card(50, 60, 260, 180, ['Полный', 'пока не снимут'], { fill: 'rose', size: 30 }),
  card(350, 60, 260, 180, ['До конца смены', 'снимет Z-отчёт'], { fill: 'sand', size: 30 }),
  card(650, 60, 260, 180, ['Осталось 5', 'встанет само'], { fill: 'sky', size: 30 }),
  [180, 480, 780].map((x) => arrow(x, 250, x, 320, 'cobalt')).join(''),
  rect(150, 340, 660, 130, { fill: 'line', stroke: 'grey' }),
  text(200, 420, 'Манты', { size: 44, bold: true, anchor: 'start', fill: 'muted' }),
  text(760, 418, 'стоп', { size: 36, anchor: 'end', fill: 'red', bold: true }),
  path('M196 408H350', { stroke: 'muted', width: 5 }),
)

const splitBill = threeWays(
  at(30, 110, 1, m.receipt()),
  '306 000',
  ['По гостям', '128 000 · 94 000 · 84 000', 'sky'],
  ['Поровну', '102 000 × 3', 'sand'],
  ['По сумме', '200 000 + 106 000', 'mint'],
)

const refundTree = picture(
  card(260, 40, 440, 110, ['Сверка итогов уже была?'], { size: 34, fill: 'sky' }),
  arrow(380, 158, 250, 262),
  arrow(580, 158, 710, 262),
  text(270, 210, 'нет', { size: 34, bold: true, fill: 'green' }),
  text(690, 210, 'да', { size: 34, bold: true, fill: 'red' }),
  card(50, 280, 390, 110, ['Отмена'], { size: 40, fill: 'mint', bold: true }),
  card(520, 280, 390, 110, ['Возврат'], { size: 40, fill: 'rose', bold: true }),
  text(245, 450, 'деньги в течение дня', { size: 32 }),
  text(715, 450, 'до нескольких дней', { size: 32 }),
)

const node = (x: number, y: number, words: string, fill: Colour) =>
  card(x, y, 220, 62, [words], { fill, size: 24 })
const netMap = picture(
  node(24, 60, 'Провайдер', 'white'),
  node(280, 60, 'Роутер', 'sand'),
  node(536, 60, 'Коммутатор', 'sky'),
  arrow(244, 91, 274, 91),
  arrow(500, 91, 530, 91),
  path('M644 126V410M644 200H680M644 270H680M644 340H680M644 410H680', { width: 5 }),
  node(684, 170, 'Касса 1', 'mint'),
  node(684, 240, 'Касса 2', 'mint'),
  node(684, 310, 'Принтер кухни', 'mint'),
  node(684, 380, 'Кухонный экран', 'mint'),
  path('M340 126V244M482 126V404', { width: 5, dash: '12 12' }),
  node(244, 250, 'Служебный Wi-Fi', 'mint'),
  node(8, 250, 'Планшеты', 'mint'),
  node(372, 410, 'Гостевой Wi-Fi', 'rose'),
  node(110, 410, 'Телефоны гостей', 'rose'),
  path('M230 281H242M332 441H370', { width: 5 }),
)

const simBackup = picture(
  card(40, 90, 270, 110, ['Провайдер'], { size: 32 }),
  card(40, 340, 270, 110, ['Модем с SIM'], { size: 32, fill: 'sand' }),
  at(400, 160, 0.72, m.router()),
  text(508, 410, 'Роутер', { size: 34, bold: true }),
  at(700, 160, 0.72, m.monitor()),
  text(808, 410, 'Касса', { size: 34, bold: true }),
  path('M320 150L400 230', { stroke: 'red', width: 8, dash: '14 14' }),
  path('M340 160L384 212M384 160L340 212', { stroke: 'red', width: 10 }),
  arrow(320, 390, 404, 326, 'green'),
  arrow(632, 280, 692, 280, 'green'),
)

/** The pictures by file name. */
export const flowPictures: Record<string, string> = {
  'shift-flow': picture(
    steps(
      [m.monitor(), 'Открыть', 'смену'],
      [m.drawer(), 'Внести', 'размен'],
      [m.plate(), 'Продавать'],
      [m.receipt(), 'Снять', 'Z-отчёт'],
    ),
  ),
  'inventory-flow': picture(
    steps(
      [m.documents(), 'Провести', 'документы'],
      [m.clipboard(), 'Посчитать', 'полки'],
      [m.scale(), 'Проверить', 'разницу'],
      [s.tick(), 'Провести'],
    ),
  ),
  'delivery-flow': picture(
    steps(
      [m.phone(), 'Приём', 'оператор'],
      [m.pot(), 'Кухня', 'повар'],
      [m.box(), 'Сборка', 'раздача'],
      [m.scooter(), 'Гость', 'курьер'],
    ),
  ),
  'qr-flow': picture(
    steps(
      [m.qr(), 'Касса', 'даёт код'],
      [m.phone(), 'Гость', 'платит'],
      [s.wait(), 'Ждём', 'ответ'],
      [m.receipt(), 'Чек', 'гостю'],
    ),
  ),
  'first-aid': picture(
    steps(
      [m.wifi(), 'Связь'],
      [m.bolt(), 'Питание'],
      [s.swap(), 'Один', 'перезапуск'],
      [m.bubble(), 'Тикет,', 'потом бумага'],
    ),
  ),
  'x-vs-z': xVsZ,
  'kitchen-routing': kitchenRouting,
  'stop-list': stopList,
  'split-bill': splitBill,
  'refund-tree': refundTree,
  'net-map': netMap,
  'sim-backup': simBackup,
}
