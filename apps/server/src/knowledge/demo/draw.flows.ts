import {
  amber,
  arrow,
  at,
  card,
  circle,
  cobalt,
  green,
  grey,
  ink,
  line,
  lines,
  mint,
  muted,
  paper,
  path,
  rect,
  red,
  rose,
  sand,
  sky,
  svg,
  text,
  white,
} from './draw.parts.ts'
import * as m from './draw.motifs.ts'

/** Schemes and charts: what follows what, and how much of it there is. 960 × 540. */
const bare = { stroke: 'none' }
const picture = (...shapes: string[]) => svg(960, 540, paper, ...shapes)

/** Up to four steps from left to right, each a thing with a name of one or two lines. */
function steps(...list: [shape: string, ...name: string[]][]): string {
  const wide = 960 / list.length
  return list
    .map(([shape, ...name], i) => {
      const x = wide * i + wide / 2
      const next = i < list.length - 1 ? arrow(x + wide / 2 - 18, 210, x + wide / 2 + 22, 210, cobalt) : ''
      return (
        circle(x, 210, 98, { fill: white, stroke: line }) +
        at(x - 66, 144, 0.44, shape) +
        text(x, 374, `${i + 1}`, { size: 40, bold: true, fill: cobalt }) +
        lines(x, 418, name, { size: 30, bold: true }) +
        next
      )
    })
    .join('')
}

const xVsZ = picture(
  card(60, 50, 390, 90, ['X-отчёт'], { fill: sky, size: 40, bold: true }),
  card(510, 50, 390, 90, ['Z-отчёт'], { fill: sand, size: 40, bold: true }),
  ['Показывает деньги', 'Сколько угодно раз', 'Счётчики остаются']
    .map((words, i) => card(60, 170 + i * 114, 390, 90, [words], { size: 32, stroke: line }))
    .join(''),
  ['Закрывает смену', 'Один раз на смену', 'Счётчики — в ноль']
    .map((words, i) => card(510, 170 + i * 114, 390, 90, [words], { size: 32, stroke: line }))
    .join(''),
)

const kitchenRouting = picture(
  at(30, 150, 0.8, m.clipboard()),
  text(150, 440, 'Заказ', { size: 34, bold: true }),
  arrow(280, 230, 440, 100, cobalt),
  arrow(290, 270, 440, 270, cobalt),
  arrow(280, 310, 440, 440, cobalt),
  card(460, 40, 440, 120, ['Горячий цех', 'плов, лагман'], { fill: rose, size: 32 }),
  card(460, 210, 440, 120, ['Холодный цех', 'ачичук, закуски'], { fill: sky, size: 32 }),
  card(460, 380, 440, 120, ['Бар', 'чай, лимонад'], { fill: mint, size: 32 }),
)

const stopList = picture(
  card(50, 60, 260, 180, ['Полный', 'пока не снимут'], { fill: rose, size: 30 }),
  card(350, 60, 260, 180, ['До конца смены', 'снимет Z-отчёт'], { fill: sand, size: 30 }),
  card(650, 60, 260, 180, ['Осталось 5', 'встанет само'], { fill: sky, size: 30 }),
  [180, 480, 780].map((x) => arrow(x, 250, x, 320, cobalt)).join(''),
  rect(150, 340, 660, 130, { fill: line, stroke: grey }),
  text(200, 420, 'Манты', { size: 44, bold: true, anchor: 'start', fill: muted }),
  text(760, 418, 'стоп', { size: 36, anchor: 'end', fill: red, bold: true }),
  path('M196 408H350', { stroke: muted, width: 5 }),
)

const stockMin = picture(
  path('M90 40V460H910', { width: 6 }),
  path('M90 340H900', { stroke: red, width: 5, dash: '14 12' }),
  text(890, 326, 'минимум', { size: 28, anchor: 'end', fill: red, bold: true }),
  path('M100 120L330 340L420 420V140L650 340L730 410V130L880 260', { stroke: cobalt, width: 10 }),
  circle(330, 340, 18, { fill: amber }),
  circle(650, 340, 18, { fill: amber }),
  lines(340, 90, ['заказ'], { size: 30, bold: true }),
  arrow(336, 106, 331, 312),
  lines(530, 90, ['поставка'], { size: 30, bold: true }),
  arrow(500, 106, 436, 136),
  text(500, 510, 'дни', { size: 28, fill: muted }),
  text(110, 34, 'остаток', { size: 28, anchor: 'start', fill: muted }),
)

const techcard = picture(
  path('M80 450H900', { width: 8 }),
  [
    ['Брутто', 250, sand, 120],
    ['Нетто', 200, sky, 400],
    ['Выход', 150, mint, 680],
  ]
    .map(
      ([name, grams, fill, x]) =>
        rect(Number(x), 446 - Number(grams) * 1.4, 160, Number(grams) * 1.4, { fill: String(fill), r: 8 }) +
        text(Number(x) + 80, 430 - Number(grams) * 1.4, `${grams} г`, { size: 36, bold: true }) +
        text(Number(x) + 80, 500, String(name), { size: 34, bold: true }),
    )
    .join(''),
  arrow(296, 260, 388, 260),
  text(342, 230, 'чистим', { size: 26 }),
  arrow(576, 320, 668, 320),
  text(622, 290, 'жарим', { size: 26 }),
)

const splitBill = picture(
  at(30, 110, 1, m.receipt()),
  text(180, 450, '306 000', { size: 38, bold: true }),
  arrow(330, 240, 470, 110, cobalt),
  arrow(330, 260, 470, 270, cobalt),
  arrow(330, 280, 470, 430, cobalt),
  card(490, 40, 420, 130, ['По гостям', '128 000 · 94 000 · 84 000'], { fill: sky, size: 31 }),
  card(490, 205, 420, 130, ['Поровну', '102 000 × 3'], { fill: sand, size: 31 }),
  card(490, 370, 420, 130, ['По сумме', '200 000 + 106 000'], { fill: mint, size: 31 }),
)

const refundTree = picture(
  card(260, 40, 440, 110, ['Сверка итогов уже была?'], { size: 34, fill: sky }),
  arrow(380, 158, 250, 262),
  arrow(580, 158, 710, 262),
  text(270, 210, 'нет', { size: 34, bold: true, fill: green }),
  text(690, 210, 'да', { size: 34, bold: true, fill: red }),
  card(50, 280, 390, 110, ['Отмена'], { size: 40, fill: mint, bold: true }),
  card(520, 280, 390, 110, ['Возврат'], { size: 40, fill: rose, bold: true }),
  text(245, 450, 'деньги в течение дня', { size: 32 }),
  text(715, 450, 'до нескольких дней', { size: 32 }),
)

const offlineQueue = picture(
  path('M90 40V450H910', { width: 6 }),
  path('M90 110H900', { stroke: red, width: 5, dash: '14 12' }),
  text(890, 94, 'предел', { size: 30, bold: true, anchor: 'end', fill: red }),
  [10, 60, 120, 190, 250, 300, 220, 130, 50, 8]
    .map((h, i) => rect(120 + i * 76, 446 - h, 50, h, { fill: i < 6 ? amber : mint, r: 6, width: 4 }))
    .join(''),
  text(290, 510, 'связи нет', { size: 30, bold: true }),
  text(720, 510, 'связь вернулась', { size: 30, bold: true, fill: green }),
)

const reportHours = picture(
  path('M70 40V450H920', { width: 6 }),
  [2, 3, 5, 9, 15, 12, 7, 5, 6, 10, 17, 19, 13, 6]
    .map(
      (v, i) =>
        rect(94 + i * 58, 447 - v * 19, 40, v * 19, { fill: v > 14 ? cobalt : sky, r: 6, width: 4 }) +
        (i % 2 === 0 ? text(114 + i * 58, 496, `${9 + i}`, { size: 30 }) : ''),
    )
    .join(''),
)

const SHARES: [string, number, string][] = [
  ['Продукты', 32, amber],
  ['Люди', 28, cobalt],
  ['Аренда, свет', 20, '#9db6f0'],
  ['Прочее', 12, line],
  ['Прибыль', 8, '#3fae72'],
]
const foodCost = picture(
  ...SHARES.map(([name, share, fill], i) => {
    const before = SHARES.slice(0, i).reduce((sum, item) => sum + item[1], 0)
    const point = (percent: number) =>
      `${(270 + 210 * Math.sin((percent * Math.PI) / 50)).toFixed(1)} ${(270 - 210 * Math.cos((percent * Math.PI) / 50)).toFixed(1)}`
    return (
      path(`M270 270L${point(before)}A210 210 0 0 1 ${point(before + share)}Z`, { fill }) +
      rect(540, 84 + i * 82, 40, 40, { fill, r: 8, width: 4 }) +
      text(600, 116 + i * 82, `${name} — ${share} %`, { size: 34, anchor: 'start', bold: i === 0 })
    )
  }),
  circle(270, 270, 90, { fill: paper }),
)

const abc = picture(
  rect(90, 40, 170, 420, { ...bare, fill: mint, r: 0 }),
  rect(260, 40, 260, 420, { ...bare, fill: sand, r: 0 }),
  rect(520, 40, 390, 420, { ...bare, fill: rose, r: 0 }),
  path('M90 40V460H910', { width: 6 }),
  path('M92 458C150 180 220 130 262 122C380 90 440 74 520 64C640 50 800 46 906 44', {
    stroke: cobalt,
    width: 10,
  }),
  path('M90 122H262', { width: 4, dash: '10 10' }),
  text(70, 134, '80', { size: 30, anchor: 'end' }),
  text(175, 420, 'A', { size: 72, bold: true }),
  text(390, 420, 'B', { size: 72, bold: true }),
  text(715, 420, 'C', { size: 72, bold: true }),
  text(500, 512, 'доля блюд в меню', { size: 30, fill: muted }),
)

const ROLES = ['Официант', 'Кассир', 'Админ', 'Управл.']
const rolesMatrix = picture(
  rect(40, 30, 880, 480, { stroke: line, r: 20 }),
  ROLES.map((name, i) => text(400 + i * 144, 84, name, { size: 28, bold: true })).join(''),
  [
    ['Заказ', 4],
    ['Оплата', 3],
    ['Скидка', 2],
    ['Возврат', 2],
    ['Цены', 1],
  ]
    .map(
      ([name, who], r) =>
        path(`M60 ${112 + r * 80}H900`, { stroke: line, width: 3 }) +
        text(70, 164 + r * 80, String(name), { size: 32, anchor: 'start' }) +
        ROLES.map((_, i) =>
          i >= 4 - Number(who)
            ? at(376 + i * 144, 130 + r * 80, 0.16, m.tick())
            : path(`M${386 + i * 144} ${154 + r * 80}h28`, { stroke: grey, width: 6 }),
        ).join(''),
    )
    .join(''),
)

const node = (x: number, y: number, words: string, fill: string) =>
  card(x, y, 216, 62, [words], { fill, size: 25 })
const netMap = picture(
  node(24, 60, 'Провайдер', white),
  node(280, 60, 'Роутер', sand),
  node(536, 60, 'Коммутатор', sky),
  arrow(244, 91, 274, 91),
  arrow(500, 91, 530, 91),
  path('M644 126V410M644 200H680M644 270H680M644 340H680M644 410H680', { width: 5 }),
  node(684, 170, 'Касса 1', mint),
  node(684, 240, 'Касса 2', mint),
  node(684, 310, 'Принтер кухни', mint),
  node(684, 380, 'Кухонный экран', mint),
  path('M340 126V244M440 126V404', { width: 5, dash: '12 12' }),
  node(250, 250, 'Служебный Wi-Fi', mint),
  node(24, 250, 'Планшеты', mint),
  node(330, 410, 'Гостевой Wi-Fi', rose),
  node(60, 410, 'Телефоны гостей', rose),
  path('M242 281H248M278 441H328', { width: 5 }),
)

const simBackup = picture(
  card(40, 90, 270, 110, ['Провайдер'], { size: 32 }),
  card(40, 340, 270, 110, ['Модем с SIM'], { size: 32, fill: sand }),
  at(400, 160, 0.72, m.router()),
  text(508, 410, 'Роутер', { size: 34, bold: true }),
  at(700, 160, 0.72, m.monitor()),
  text(808, 410, 'Касса', { size: 34, bold: true }),
  path('M320 150L400 230', { stroke: red, width: 8, dash: '14 14' }),
  path('M340 160L384 212M384 160L340 212', { stroke: red, width: 10 }),
  arrow(320, 390, 404, 326, green),
  arrow(632, 280, 692, 280, green),
)

/** Every scheme by its file's name. */
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
      [m.tick(), 'Провести'],
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
      [m.wait(), 'Ждём', 'ответ'],
      [m.receipt(), 'Чек', 'гостю'],
    ),
  ),
  'first-aid': picture(
    steps(
      [m.wifi(), 'Связь'],
      [m.bolt(), 'Питание'],
      [m.swap(), 'Один', 'перезапуск'],
      [m.bubble(), 'Тикет,', 'потом бумага'],
    ),
  ),
  'x-vs-z': xVsZ,
  'kitchen-routing': kitchenRouting,
  'stop-list': stopList,
  'stock-min': stockMin,
  'techcard-bars': techcard,
  'split-bill': splitBill,
  'refund-tree': refundTree,
  'offline-queue': offlineQueue,
  'report-hours': reportHours,
  'food-cost': foodCost,
  abc,
  'roles-matrix': rolesMatrix,
  'net-map': netMap,
  'sim-backup': simBackup,
}
