import { arrow, at, bare, type Colour, circle, lines, path, picture, rect, text } from './parts.ts'
import * as s from './signs.ts'

/** Charts and tables. 960 × 540. */

const stockMin = picture(
  path('M90 40V460H910', { width: 6 }),
  path('M90 340H900', { stroke: 'red', width: 5, dash: '14 12' }),
  text(890, 326, 'минимум', { size: 28, anchor: 'end', fill: 'red', bold: true }),
  path('M100 120L330 340L420 420V140L650 340L730 410V130L880 260', { stroke: 'cobalt', width: 10 }),
  circle(330, 340, 18, { fill: 'amber' }),
  circle(650, 340, 18, { fill: 'amber' }),
  lines(340, 90, ['заказ'], { size: 30, bold: true }),
  arrow(336, 106, 331, 312),
  lines(530, 90, ['поставка'], { size: 30, bold: true }),
  arrow(500, 106, 436, 136),
  text(500, 510, 'дни', { size: 28, fill: 'muted' }),
  text(110, 34, 'остаток', { size: 28, anchor: 'start', fill: 'muted' }),
)

const techcard = picture(
  path('M80 450H900', { width: 8 }),
  (
    [
      ['Брутто', 250, 'sand', 120],
      ['Нетто', 200, 'sky', 400],
      ['Выход', 150, 'mint', 680],
    ] as const
  )
    .map(
      ([name, grams, fill, x]) =>
        rect(x, 446 - grams * 1.4, 160, grams * 1.4, { fill, r: 8 }) +
        text(x + 80, 430 - grams * 1.4, `${grams} г`, { size: 36, bold: true }) +
        text(x + 80, 500, name, { size: 34, bold: true }),
    )
    .join(''),
  arrow(296, 260, 388, 260),
  text(342, 230, 'чистим', { size: 26 }),
  arrow(576, 320, 668, 320),
  text(622, 290, 'жарим', { size: 26 }),
)

const offlineQueue = picture(
  path('M90 40V450H910', { width: 6 }),
  path('M90 110H900', { stroke: 'red', width: 5, dash: '14 12' }),
  text(890, 94, 'предел', { size: 30, bold: true, anchor: 'end', fill: 'red' }),
  [10, 60, 120, 190, 250, 300, 220, 130, 50, 8]
    .map((h, i) => rect(120 + i * 76, 446 - h, 50, h, { fill: i < 6 ? 'amber' : 'mint', r: 6, width: 4 }))
    .join(''),
  text(290, 510, 'связи нет', { size: 30, bold: true }),
  text(720, 510, 'связь вернулась', { size: 30, bold: true, fill: 'green' }),
)

const reportHours = picture(
  path('M70 40V450H920', { width: 6 }),
  [2, 3, 5, 9, 15, 12, 7, 5, 6, 10, 17, 19, 13, 6]
    .map(
      (v, i) =>
        rect(94 + i * 58, 447 - v * 19, 40, v * 19, { fill: v > 14 ? 'cobalt' : 'sky', r: 6, width: 4 }) +
        (i % 2 === 0 ? text(114 + i * 58, 496, `${9 + i}`, { size: 30 }) : ''),
    )
    .join(''),
)

const SHARES: [string, number, Colour][] = [
  ['Продукты', 32, 'amber'],
  ['Люди', 28, 'cobalt'],
  ['Аренда, свет', 20, '#9db6f0'],
  ['Прочее', 12, 'line'],
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
  circle(270, 270, 90, { fill: 'paper' }),
)

const abc = picture(
  rect(90, 40, 170, 420, { ...bare, fill: 'mint', r: 0 }),
  rect(260, 40, 260, 420, { ...bare, fill: 'sand', r: 0 }),
  rect(520, 40, 390, 420, { ...bare, fill: 'rose', r: 0 }),
  path('M90 40V460H910', { width: 6 }),
  path('M92 458C150 180 220 130 262 122C380 90 440 74 520 64C640 50 800 46 906 44', {
    stroke: 'cobalt',
    width: 10,
  }),
  path('M90 122H262', { width: 4, dash: '10 10' }),
  text(70, 134, '80', { size: 30, anchor: 'end' }),
  text(175, 420, 'A', { size: 72, bold: true }),
  text(390, 420, 'B', { size: 72, bold: true }),
  text(715, 420, 'C', { size: 72, bold: true }),
  text(500, 512, 'доля блюд в меню', { size: 30, fill: 'muted' }),
)

const ROLES = ['Официант', 'Кассир', 'Админ', 'Управл.']
const rolesMatrix = picture(
  rect(40, 30, 880, 480, { stroke: 'line', r: 20 }),
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
        path(`M60 ${112 + r * 80}H900`, { stroke: 'line', width: 3 }) +
        text(70, 164 + r * 80, String(name), { size: 32, anchor: 'start' }) +
        ROLES.map((_, i) =>
          i >= 4 - Number(who)
            ? at(376 + i * 144, 130 + r * 80, 0.16, s.tick())
            : path(`M${386 + i * 144} ${154 + r * 80}h28`, { stroke: 'grey', width: 6 }),
        ).join(''),
    )
    .join(''),
)

/** The pictures by file name. */
export const chartPictures: Record<string, string> = {
  'stock-min': stockMin,
  'techcard-bars': techcard,
  'offline-queue': offlineQueue,
  'report-hours': reportHours,
  'food-cost': foodCost,
  abc,
  'roles-matrix': rolesMatrix,
}
