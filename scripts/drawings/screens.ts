import * as m from './motifs.ts'
import { arrow, at, circle, lines, marks, path, picture, rect, text } from './parts.ts'

/** Receipts and screens, with numbered marks. 960 × 540. */

function slip(x: number, y: number, w: number, h: number): string {
  const teeth = [...Array(w / 20).keys()]
    .map((i) => `L${x + w - i * 20 - 10} ${y + h - 14}L${x + w - i * 20 - 20} ${y + h}`)
    .join('')
  return path(`M${x} ${y}H${x + w}V${y + h}${teeth}Z`, { fill: 'white', width: 4 })
}

function row(x: number, y: number, w: number, name: string, sum: string, bold = false): string {
  return (
    text(x, y, name, { size: 22, anchor: 'start', mono: true, bold }) +
    text(x + w, y, sum, { size: 22, anchor: 'end', mono: true, bold })
  )
}

const zReport = picture(
  slip(270, 24, 420, 492),
  text(480, 68, 'Z-отчёт', { size: 30, bold: true, mono: true }),
  row(296, 112, 368, 'Смена', '0214'),
  row(296, 148, 368, 'Открыта', '08:52'),
  row(296, 184, 368, 'Закрыта', '23:40'),
  path('M296 204H664', { stroke: 'grey', width: 3, dash: '8 8' }),
  row(296, 244, 368, 'Продажи', '9 480 000'),
  row(296, 280, 368, 'Возвраты', '120 000'),
  row(296, 328, 368, 'Наличные', '3 150 000'),
  row(296, 364, 368, 'Карты, QR', '6 210 000'),
  path('M296 386H664', { stroke: 'grey', width: 3, dash: '8 8' }),
  row(296, 428, 368, 'В ящике', '3 550 000', true),
  text(480, 474, 'вместе с разменом', { size: 20, fill: 'muted' }),
  marks([230, 104], [730, 236], [230, 272], [730, 320], [230, 356], [730, 420]),
)

const fiscalReceipt = picture(
  slip(270, 16, 420, 508),
  text(480, 56, 'ООО «Пример»', { size: 26, bold: true, mono: true }),
  text(480, 88, 'ИНН 300000000', { size: 22, mono: true }),
  row(296, 126, 368, '20.11.2026 13:42', '№ 1187'),
  path('M296 144H664', { stroke: 'grey', width: 3, dash: '8 8' }),
  row(296, 180, 368, 'Плов  2 × 45 000', '90 000'),
  row(296, 214, 368, 'Чай зелёный', '12 000'),
  row(296, 258, 368, 'В т.ч. НДС 12 %', '10 929'),
  row(296, 300, 368, 'Итого', '102 000', true),
  text(296, 342, 'ФП 1234 5678 9012', { size: 22, anchor: 'start', mono: true }),
  at(416, 360, 0.46, m.qr()),
  marks([230, 46], [730, 80], [230, 120], [730, 174], [230, 252], [730, 334], [620, 430]),
)

const menuCard = picture(
  rect(180, 30, 600, 480, { r: 24, stroke: 'line' }),
  rect(210, 60, 170, 130, { fill: 'sky', r: 16, width: 4 }),
  at(225, 60, 0.45, m.plate()),
  text(410, 112, 'Лагман уйгурский', { size: 36, bold: true, anchor: 'start' }),
  text(410, 170, '38 000 сумов', { size: 34, anchor: 'start', fill: 'cobalt', bold: true }),
  rect(210, 220, 540, 64, { stroke: 'grey', width: 3 }),
  text(234, 262, 'Цех: горячий', { anchor: 'start' }),
  rect(210, 304, 540, 64, { stroke: 'grey', width: 3 }),
  text(234, 346, 'Код ИКПУ · порция', { anchor: 'start' }),
  rect(210, 388, 540, 96, { stroke: 'grey', width: 3 }),
  text(234, 430, 'Говядина 120 г, лапша 180 г,', { anchor: 'start', size: 26 }),
  text(234, 466, 'перец 60 г, масло 20 г', { anchor: 'start', size: 26 }),
  marks([830, 104], [830, 164], [830, 252], [830, 336], [830, 436]),
  path('M740 100H800M640 160H800M754 252H800M754 336H800M754 436H800', { stroke: 'cobalt', width: 4 }),
)

const tablesMap = picture(
  rect(40, 40, 880, 380, { stroke: 'line', r: 24 }),
  (
    [
      [150, 140, 'white', '1'],
      [350, 140, 'cobalt', '2'],
      [550, 140, 'amber', '3'],
      [760, 140, 'white', '4'],
      [150, 310, 'red', '5'],
      [350, 310, 'cobalt', '6'],
      [760, 310, 'white', '8'],
    ] as const
  )
    .map(
      ([x, y, fill, n]) =>
        circle(x, y, 62, { fill }) +
        text(x, y + 14, n, {
          size: 40,
          bold: true,
          fill: fill === 'cobalt' || fill === 'red' ? 'white' : 'ink',
        }),
    )
    .join(''),
  rect(488, 248, 124, 124, { fill: 'white' }),
  path('M492 300L540 252M492 348L588 252M508 368L608 268M556 368L608 316', { stroke: 'grey', width: 6 }),
  circle(550, 310, 28, { fill: 'white', width: 3 }),
  text(550, 323, '7', { size: 36, bold: true }),
  (
    [
      [60, 'white', 'Свободен'],
      [236, 'cobalt', 'Занят'],
      [372, 'amber', 'Ждёт счёт'],
      [560, 'red', 'Долго'],
      [694, 'line', 'Бронь'],
    ] as const
  )
    .map(
      ([x, fill, name]) =>
        circle(x + 20, 476, 18, { fill, width: 4 }) + text(x + 48, 486, name, { size: 26, anchor: 'start' }),
    )
    .join(''),
)

function key(name: string, x: number, y: number): string {
  return circle(x, y, 34, { fill: 'sky', stroke: 'none' }) + text(x, y + 13, name, { size: 36, bold: true })
}

const pinScreen = picture(
  rect(300, 20, 360, 500, { fill: 'white', r: 32 }),
  [0, 1, 2, 3]
    .map((i) => circle(396 + i * 56, 78, 16, { fill: i < 2 ? 'cobalt' : 'white', width: 4 }))
    .join(''),
  ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0']
    .map((n, i) => (n ? key(n, 380 + (i % 3) * 100, 146 + Math.floor(i / 3) * 76) : ''))
    .join(''),
  rect(336, 432, 288, 64, { fill: 'cobalt', stroke: 'none', r: 20 }),
  text(480, 476, 'Войти', { size: 34, bold: true, fill: 'white' }),
  arrow(250, 222, 334, 222, 'cobalt'),
  lines(236, 192, ['Прикройте', 'клавиши', 'ладонью'], { size: 32, bold: true, anchor: 'end' }),
  arrow(710, 78, 600, 78, 'cobalt'),
  lines(726, 76, ['Цифры', 'не видны'], { size: 32, bold: true, anchor: 'start' }),
)

const ticketForm = picture(
  rect(150, 20, 660, 500, { r: 24, stroke: 'line' }),
  ['Техническая', 'Функционал', 'Оплата', 'Другое']
    .map(
      (name, i) =>
        rect(180 + i * 152, 48, 142, 64, {
          fill: i === 2 ? 'sky' : 'white',
          stroke: i === 2 ? 'cobalt' : 'grey',
          width: i === 2 ? 5 : 3,
        }) + text(251 + i * 152, 88, name, { size: 21, bold: i === 2 }),
    )
    .join(''),
  rect(180, 136, 600, 60, { stroke: 'grey', width: 3 }),
  text(204, 176, 'Humo', { anchor: 'start', size: 26 }),
  path('M730 158L744 174L758 158', { width: 5 }),
  rect(180, 220, 600, 130, { stroke: 'grey', width: 3 }),
  lines(
    204,
    260,
    [
      'Касса на баре. В 14:20 закрывал стол 7',
      'картой Humo, 186 000. Терминал напечатал',
      '«Одобрено», а счёт ждёт оплаты.',
    ],
    { anchor: 'start', size: 24 },
  ),
  rect(180, 372, 600, 66, { stroke: 'grey', width: 3, dash: '10 10' }),
  text(480, 414, 'экран.jpg   слип.jpg', { size: 26, fill: 'muted' }),
  rect(600, 456, 180, 50, { fill: 'cobalt', stroke: 'none' }),
  text(690, 490, 'Отправить', { size: 26, bold: true, fill: 'white' }),
  marks([100, 80], [100, 166], [100, 285], [100, 405], [864, 480]),
)

/** The pictures by file name. */
export const screenPictures: Record<string, string> = {
  'z-report': zReport,
  'fiscal-receipt': fiscalReceipt,
  'menu-card': menuCard,
  'tables-map': tablesMap,
  'pin-screen': pinScreen,
  'ticket-form': ticketForm,
}
