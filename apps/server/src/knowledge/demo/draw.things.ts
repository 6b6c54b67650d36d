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
  mark,
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

/** Pictures of things a person stands in front of: receipts, devices, screens. 960 × 540. */
const bare = { stroke: 'none' }
const picture = (...shapes: string[]) => svg(960, 540, paper, ...shapes)

function slip(x: number, y: number, w: number, h: number): string {
  const teeth = [...Array(w / 20).keys()]
    .map((i) => `L${x + w - i * 20 - 10} ${y + h - 14}L${x + w - i * 20 - 20} ${y + h}`)
    .join('')
  return path(`M${x} ${y}H${x + w}V${y + h}${teeth}Z`, { fill: white, width: 4 })
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
  path('M296 204H664', { stroke: grey, width: 3, dash: '8 8' }),
  row(296, 244, 368, 'Продажи', '9 480 000'),
  row(296, 280, 368, 'Возвраты', '120 000'),
  row(296, 328, 368, 'Наличные', '3 150 000'),
  row(296, 364, 368, 'Карты, QR', '6 210 000'),
  path('M296 386H664', { stroke: grey, width: 3, dash: '8 8' }),
  row(296, 428, 368, 'В ящике', '3 550 000', true),
  text(480, 474, 'вместе с разменом', { size: 20, fill: muted }),
  mark(1, 230, 104),
  mark(2, 730, 236),
  mark(3, 230, 272),
  mark(4, 730, 320),
  mark(5, 230, 356),
  mark(6, 730, 420),
)

const fiscalReceipt = picture(
  slip(270, 16, 420, 508),
  text(480, 56, 'ООО «Пример»', { size: 26, bold: true, mono: true }),
  text(480, 88, 'ИНН 300000000', { size: 22, mono: true }),
  row(296, 126, 368, '20.11.2026 13:42', '№ 1187'),
  path('M296 144H664', { stroke: grey, width: 3, dash: '8 8' }),
  row(296, 180, 368, 'Плов  2 × 45 000', '90 000'),
  row(296, 214, 368, 'Чай зелёный', '12 000'),
  row(296, 258, 368, 'В т.ч. НДС 12 %', '10 929'),
  row(296, 300, 368, 'Итого', '102 000', true),
  text(296, 342, 'ФП 1234 5678 9012', { size: 22, anchor: 'start', mono: true }),
  at(416, 360, 0.46, m.qr()),
  mark(1, 230, 46),
  mark(2, 730, 80),
  mark(3, 230, 120),
  mark(4, 730, 174),
  mark(5, 230, 252),
  mark(6, 730, 334),
  mark(7, 620, 430),
)

const printerCables = picture(
  rect(110, 90, 740, 300, { fill: ink, r: 36 }),
  rect(150, 130, 660, 50, { fill: grey, r: 12 }),
  circle(230, 280, 40, { fill: white }),
  circle(230, 280, 12, { fill: ink }),
  rect(340, 246, 80, 70, { fill: white, r: 6 }),
  rect(358, 264, 44, 34, { fill: grey, r: 4 }),
  rect(510, 240, 96, 80, { fill: white, r: 6 }),
  path('M528 320V290H546V276H570V290H588V320', { width: 5 }),
  rect(690, 252, 70, 60, { fill: white, r: 6 }),
  path('M706 312V290H744V312', { width: 5 }),
  [230, 380, 558, 725].map((x) => path(`M${x} 330V440`, { stroke: grey, width: 10 })).join(''),
  mark(1, 230, 466),
  mark(2, 380, 466),
  mark(3, 558, 466),
  mark(4, 725, 466),
)

const printerPaper = picture(
  path('M120 450V250C120 200 160 170 210 170H520V450Z', { fill: ink }),
  path('M210 170L330 50H560L520 170', { fill: grey }),
  circle(330, 330, 112, { fill: white }),
  circle(330, 330, 30, { fill: sand }),
  path('M330 442C520 448 560 340 590 190L604 120', { width: 10, stroke: ink }),
  path('M330 442C520 448 560 340 590 190L604 120', { width: 4, stroke: white }),
  path('M218 330A112 112 0 0 0 300 438', { stroke: cobalt, width: 8 }),
  arrow(262, 420, 318, 440, cobalt),
  arrow(740, 240, 616, 190, cobalt),
  lines(760, 226, ['Печатная', 'сторона'], { anchor: 'start', size: 32, bold: true, fill: cobalt }),
  arrow(696, 478, 500, 430, amber),
  lines(712, 470, ['Край выходит', 'снизу рулона'], { anchor: 'start', size: 32, bold: true }),
)

const terminalFront = picture(
  path('M396 110V20H564V110', { fill: white }),
  rect(340, 80, 280, 420, { fill: ink, r: 40 }),
  rect(372, 116, 216, 110, { fill: sky }),
  text(480, 182, '186 000', { size: 36, bold: true }),
  [0, 1, 2]
    .map((i) =>
      path(`M${458 + i * 24} ${250 - i * 8}Q${472 + i * 24} ${264} ${458 + i * 24} ${278 + i * 8}`, {
        stroke: amber,
        width: 6,
      }),
    )
    .join(''),
  [...Array(9).keys()]
    .map((i) => circle(410 + (i % 3) * 70, 318 + Math.floor(i / 3) * 44, 16, { ...bare, fill: white }))
    .join(''),
  rect(382, 440, 56, 30, { ...bare, fill: red, r: 8 }),
  rect(522, 440, 56, 30, { ...bare, fill: '#3fae72', r: 8 }),
  rect(400, 486, 160, 14, { ...bare, fill: grey, r: 4 }),
  arrow(240, 170, 366, 170),
  arrow(720, 262, 530, 262),
  arrow(240, 493, 392, 493),
  arrow(720, 455, 586, 455),
  arrow(240, 445, 374, 451),
  arrow(720, 60, 572, 60),
  mark(1, 210, 170),
  mark(2, 750, 262),
  mark(3, 210, 500),
  mark(4, 750, 455),
  mark(5, 210, 432),
  mark(6, 750, 60),
)

const cashDrawer = picture(
  rect(70, 60, 820, 420, { fill: grey, r: 28 }),
  ['1 000', '2 000', '5 000', '10 000']
    .map(
      (sum, i) =>
        rect(100 + i * 192, 90, 176, 170, { fill: mint }) +
        text(188 + i * 192, 184, sum, { size: 34, bold: true }),
    )
    .join(''),
  ['20 000', '50 000', '100 000', '200 000']
    .map(
      (sum, i) =>
        rect(100 + i * 192, 280, 176, 170, { fill: i > 1 ? rose : sand }) +
        text(188 + i * 192, 374, sum, { size: 34, bold: true }),
    )
    .join(''),
)

const menuCard = picture(
  rect(180, 30, 600, 480, { r: 24, stroke: line }),
  rect(210, 60, 170, 130, { fill: sky, r: 16, width: 4 }),
  at(225, 60, 0.45, m.plate()),
  text(410, 112, 'Лагман уйгурский', { size: 36, bold: true, anchor: 'start' }),
  text(410, 170, '38 000 сумов', { size: 34, anchor: 'start', fill: cobalt, bold: true }),
  rect(210, 220, 540, 64, { stroke: grey, width: 3 }),
  text(234, 262, 'Цех: горячий', { anchor: 'start' }),
  rect(210, 304, 540, 64, { stroke: grey, width: 3 }),
  text(234, 346, 'Код ИКПУ · порция', { anchor: 'start' }),
  rect(210, 388, 540, 96, { stroke: grey, width: 3 }),
  text(234, 430, 'Говядина 120 г, лапша 180 г,', { anchor: 'start', size: 26 }),
  text(234, 466, 'перец 60 г, масло 20 г', { anchor: 'start', size: 26 }),
  mark(1, 830, 104),
  mark(2, 830, 164),
  mark(3, 830, 252),
  mark(4, 830, 336),
  mark(5, 830, 436),
  path('M740 100H800M640 160H800M754 252H800M754 336H800M754 436H800', { stroke: cobalt, width: 4 }),
)

const tablesMap = picture(
  rect(40, 40, 880, 380, { stroke: line, r: 24 }),
  (
    [
      [150, 140, white, '1'],
      [350, 140, cobalt, '2'],
      [550, 140, amber, '3'],
      [760, 140, white, '4'],
      [150, 310, red, '5'],
      [350, 310, cobalt, '6'],
      [760, 310, white, '8'],
    ] as const
  )
    .map(
      ([x, y, fill, n]) =>
        circle(x, y, 62, { fill }) +
        text(x, y + 14, n, { size: 40, bold: true, fill: fill === cobalt || fill === red ? white : ink }),
    )
    .join(''),
  rect(488, 248, 124, 124, { fill: white }),
  path('M492 300L540 252M492 348L588 252M508 368L608 268M556 368L608 316', { stroke: grey, width: 6 }),
  circle(550, 310, 28, { fill: white, width: 3 }),
  text(550, 323, '7', { size: 36, bold: true }),
  (
    [
      [60, white, 'Свободен'],
      [236, cobalt, 'Занят'],
      [372, amber, 'Ждёт счёт'],
      [560, red, 'Долго'],
      [694, line, 'Бронь'],
    ] as const
  )
    .map(
      ([x, fill, name]) =>
        circle(x + 20, 476, 18, { fill, width: 4 }) + text(x + 48, 486, name, { size: 26, anchor: 'start' }),
    )
    .join(''),
)

const pinScreen = picture(
  rect(300, 20, 360, 500, { fill: white, r: 32 }),
  [0, 1, 2, 3].map((i) => circle(396 + i * 56, 78, 16, { fill: i < 2 ? cobalt : white, width: 4 })).join(''),
  ['1', '2', '3', '4', '5', '6', '7', '8', '9']
    .map(
      (n, i) =>
        circle(380 + (i % 3) * 100, 164 + Math.floor(i / 3) * 88, 38, { fill: sky, stroke: 'none' }) +
        text(380 + (i % 3) * 100, 178 + Math.floor(i / 3) * 88, n, { size: 40, bold: true }),
    )
    .join(''),
  rect(336, 410, 288, 76, { fill: cobalt, stroke: 'none', r: 20 }),
  text(480, 460, 'Войти', { size: 34, bold: true, fill: white }),
  arrow(250, 250, 330, 250, cobalt),
  lines(236, 220, ['Прикройте', 'клавиши', 'ладонью'], { size: 32, bold: true, anchor: 'end' }),
  arrow(710, 78, 600, 78, cobalt),
  lines(726, 76, ['Цифры', 'не видны'], { size: 32, bold: true, anchor: 'start' }),
)

const routerLeds = picture(
  path('M230 250V60M730 250V60', { width: 20 }),
  rect(120, 230, 720, 170, { fill: ink, r: 40 }),
  [
    ['#3fae72', 240],
    [amber, 400],
    ['#3fae72', 560],
    ['#3fae72', 720],
  ]
    .map(([fill, x]) => circle(Number(x), 315, 26, { ...bare, fill: String(fill) }))
    .join(''),
  [1, 2, 3, 4]
    .map((n) => path(`M${80 + n * 160} 350V440`, { stroke: cobalt, width: 4 }) + mark(n, 80 + n * 160, 462))
    .join(''),
  path('M360 120Q480 20 600 120M400 160Q480 94 560 160M440 196Q480 164 520 196', {
    stroke: cobalt,
    width: 14,
  }),
)

const ups = picture(
  rect(60, 110, 360, 320, { fill: ink, r: 32 }),
  text(240, 164, 'Источник питания', { size: 30, bold: true, fill: white }),
  [0, 1, 2, 3]
    .map(
      (i) =>
        rect(104 + (i % 2) * 150, 196 + Math.floor(i / 2) * 110, 120, 90, {
          fill: i < 3 ? mint : grey,
          width: 0,
        }) +
        circle(146 + (i % 2) * 150, 241 + Math.floor(i / 2) * 110, 9, { ...bare, fill: ink }) +
        circle(182 + (i % 2) * 150, 241 + Math.floor(i / 2) * 110, 9, { ...bare, fill: ink }),
    )
    .join(''),
  card(580, 50, 320, 76, ['Касса'], { fill: mint }),
  card(580, 150, 320, 76, ['Роутер'], { fill: mint }),
  card(580, 250, 320, 76, ['Фискальный модуль'], { fill: mint, size: 30 }),
  arrow(420, 200, 572, 92),
  arrow(420, 230, 572, 188),
  arrow(420, 270, 572, 288),
  card(580, 420, 320, 76, ['Принтер кухни, чайник'], { fill: rose, size: 26 }),
  path('M430 458H500', { stroke: red, width: 8 }),
  path('M512 432L564 484M564 432L512 484', { stroke: red, width: 12 }),
)

const ticketForm = picture(
  rect(150, 20, 660, 500, { r: 24, stroke: line }),
  ['Техническая', 'Функционал', 'Оплата', 'Другое']
    .map(
      (name, i) =>
        rect(180 + i * 152, 48, 142, 64, {
          fill: i === 2 ? sky : white,
          stroke: i === 2 ? cobalt : grey,
          width: i === 2 ? 5 : 3,
        }) + text(251 + i * 152, 88, name, { size: 21, bold: i === 2 }),
    )
    .join(''),
  rect(180, 136, 600, 60, { stroke: grey, width: 3 }),
  text(204, 176, 'Humo', { anchor: 'start', size: 26 }),
  path('M730 158L744 174L758 158', { width: 5 }),
  rect(180, 220, 600, 130, { stroke: grey, width: 3 }),
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
  rect(180, 372, 600, 66, { stroke: grey, width: 3, dash: '10 10' }),
  text(480, 414, 'экран.jpg   слип.jpg', { size: 26, fill: muted }),
  rect(600, 456, 180, 50, { fill: cobalt, stroke: 'none' }),
  text(690, 490, 'Отправить', { size: 26, bold: true, fill: white }),
  mark(1, 100, 80),
  mark(2, 100, 166),
  mark(3, 100, 285),
  mark(4, 100, 405),
  mark(5, 864, 480),
)

const fifoShelf = picture(
  path('M80 60V500M880 60V500', { width: 14 }),
  [190, 340, 490].map((y) => path(`M80 ${y}H880`, { width: 12 })).join(''),
  [60, 210, 360]
    .map((y, r) =>
      [0, 1, 2, 3, 4]
        .map(
          (i) =>
            rect(130 + i * 146, y + 14, 110, 110, {
              fill: i < 2 ? sky : i < 4 ? sand : mint,
              r: 8,
              width: 4,
            }) + text(185 + i * 146, y + 84, `${24 - i * 2 - r}.11`, { size: 30, bold: true }),
        )
        .join(''),
    )
    .join(''),
  text(185, 44, 'новое', { bold: true, size: 32 }),
  text(769, 44, 'берём', { bold: true, size: 32, fill: green }),
  arrow(290, 34, 650, 34, cobalt),
)

/** Every picture of a thing by its file's name. */
export const thingPictures: Record<string, string> = {
  'z-report': zReport,
  'fiscal-receipt': fiscalReceipt,
  'printer-cables': printerCables,
  'printer-paper': printerPaper,
  'terminal-front': terminalFront,
  'cash-drawer': cashDrawer,
  'menu-card': menuCard,
  'tables-map': tablesMap,
  'pin-screen': pinScreen,
  'router-leds': routerLeds,
  ups,
  'ticket-form': ticketForm,
  'fifo-shelf': fifoShelf,
}
