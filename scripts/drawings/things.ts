import { arrow, bare, card, circle, lines, mark, marks, path, picture, rect, text } from './parts.ts'

/** Pictures of objects: receipts, devices, screens. 960 × 540. */
const printerCables = picture(
  rect(110, 90, 740, 300, { fill: 'ink', r: 36 }),
  rect(150, 130, 660, 50, { fill: 'grey', r: 12 }),
  circle(230, 280, 40, { fill: 'white' }),
  circle(230, 280, 12, { fill: 'ink' }),
  rect(340, 246, 80, 70, { fill: 'white', r: 6 }),
  rect(358, 264, 44, 34, { fill: 'grey', r: 4 }),
  rect(510, 240, 96, 80, { fill: 'white', r: 6 }),
  path('M528 320V290H546V276H570V290H588V320', { width: 5 }),
  rect(690, 252, 70, 60, { fill: 'white', r: 6 }),
  path('M706 312V290H744V312', { width: 5 }),
  [230, 380, 558, 725].map((x) => path(`M${x} 330V440`, { stroke: 'grey', width: 10 })).join(''),
  marks([230, 466], [380, 466], [558, 466], [725, 466]),
)

const printerPaper = picture(
  path('M120 450V250C120 200 160 170 210 170H520V450Z', { fill: 'ink' }),
  path('M210 170L330 50H560L520 170', { fill: 'grey' }),
  circle(330, 330, 112, { fill: 'white' }),
  circle(330, 330, 30, { fill: 'sand' }),
  path('M330 442C520 448 560 340 590 190L604 120', { width: 10, stroke: 'ink' }),
  path('M330 442C520 448 560 340 590 190L604 120', { width: 4, stroke: 'white' }),
  path('M218 330A112 112 0 0 0 300 438', { stroke: 'cobalt', width: 8 }),
  arrow(262, 420, 318, 440, 'cobalt'),
  arrow(740, 240, 616, 190, 'cobalt'),
  lines(760, 226, ['Печатная', 'сторона'], { anchor: 'start', size: 32, bold: true, fill: 'cobalt' }),
  arrow(696, 478, 500, 430, 'amber'),
  lines(712, 470, ['Край выходит', 'снизу рулона'], { anchor: 'start', size: 32, bold: true }),
)

const terminalFront = picture(
  path('M396 110V20H564V110', { fill: 'white' }),
  rect(340, 80, 280, 420, { fill: 'ink', r: 40 }),
  rect(372, 116, 216, 110, { fill: 'sky' }),
  text(480, 182, '186 000', { size: 36, bold: true }),
  [0, 1, 2]
    .map((i) =>
      path(`M${458 + i * 24} ${250 - i * 8}Q${472 + i * 24} ${264} ${458 + i * 24} ${278 + i * 8}`, {
        stroke: 'amber',
        width: 6,
      }),
    )
    .join(''),
  [...Array(9).keys()]
    .map((i) => circle(410 + (i % 3) * 70, 318 + Math.floor(i / 3) * 44, 16, { ...bare, fill: 'white' }))
    .join(''),
  rect(382, 440, 56, 30, { ...bare, fill: 'red', r: 8 }),
  rect(522, 440, 56, 30, { ...bare, fill: '#3fae72', r: 8 }),
  rect(400, 486, 160, 14, { ...bare, fill: 'grey', r: 4 }),
  arrow(240, 170, 366, 170, 'amber'),
  arrow(720, 262, 530, 262, 'amber'),
  arrow(240, 493, 392, 493, 'amber'),
  arrow(720, 455, 586, 455, 'amber'),
  arrow(240, 445, 374, 451, 'amber'),
  arrow(720, 60, 572, 60, 'amber'),
  marks([210, 170], [750, 262], [210, 500], [750, 455], [210, 432], [750, 60]),
)

const cashDrawer = picture(
  rect(70, 60, 820, 420, { fill: 'grey', r: 28 }),
  ['1 000', '2 000', '5 000', '10 000']
    .map(
      (sum, i) =>
        rect(100 + i * 192, 90, 176, 170, { fill: 'mint' }) +
        text(188 + i * 192, 184, sum, { size: 34, bold: true }),
    )
    .join(''),
  ['20 000', '50 000', '100 000', '200 000']
    .map(
      (sum, i) =>
        rect(100 + i * 192, 280, 176, 170, { fill: i > 1 ? 'rose' : 'sand' }) +
        text(188 + i * 192, 374, sum, { size: 34, bold: true }),
    )
    .join(''),
)

const routerLeds = picture(
  path('M230 250V60M730 250V60', { width: 20 }),
  rect(120, 230, 720, 170, { fill: 'ink', r: 40 }),
  (
    [
      ['#3fae72', 240],
      ['amber', 400],
      ['#3fae72', 560],
      ['#3fae72', 720],
    ] as const
  )
    .map(([fill, x]) => circle(x, 315, 26, { ...bare, fill }))
    .join(''),
  [1, 2, 3, 4]
    .map((n) => path(`M${80 + n * 160} 350V440`, { stroke: 'cobalt', width: 4 }) + mark(n, 80 + n * 160, 462))
    .join(''),
  path('M360 120Q480 20 600 120M400 160Q480 94 560 160M440 196Q480 164 520 196', {
    stroke: 'cobalt',
    width: 14,
  }),
)

const ups = picture(
  rect(60, 110, 360, 320, { fill: 'ink', r: 32 }),
  text(240, 164, 'Источник питания', { size: 30, bold: true, fill: 'white' }),
  [0, 1, 2, 3]
    .map(
      (i) =>
        rect(104 + (i % 2) * 150, 196 + Math.floor(i / 2) * 110, 120, 90, {
          fill: i < 3 ? 'mint' : 'grey',
          width: 0,
        }) +
        circle(146 + (i % 2) * 150, 241 + Math.floor(i / 2) * 110, 9, { ...bare, fill: 'ink' }) +
        circle(182 + (i % 2) * 150, 241 + Math.floor(i / 2) * 110, 9, { ...bare, fill: 'ink' }),
    )
    .join(''),
  card(580, 50, 320, 76, ['Касса'], { fill: 'mint' }),
  card(580, 150, 320, 76, ['Роутер'], { fill: 'mint' }),
  card(580, 250, 320, 76, ['Фискальный модуль'], { fill: 'mint', size: 30 }),
  arrow(420, 200, 572, 92),
  arrow(420, 230, 572, 188),
  arrow(420, 270, 572, 288),
  card(580, 420, 320, 76, ['Принтер кухни, чайник'], { fill: 'rose', size: 26 }),
  path('M430 458H500', { stroke: 'red', width: 8 }),
  path('M512 432L564 484M564 432L512 484', { stroke: 'red', width: 12 }),
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
              fill: i < 2 ? 'sky' : i < 4 ? 'sand' : 'mint',
              r: 8,
              width: 4,
            }) + text(185 + i * 146, y + 84, `${24 - i * 2 - r}.11`, { size: 30, bold: true }),
        )
        .join(''),
    )
    .join(''),
  text(185, 44, 'новое', { bold: true, size: 32 }),
  text(769, 44, 'берём', { bold: true, size: 32, fill: 'green' }),
  arrow(290, 34, 650, 34, 'cobalt'),
)

/** The pictures by file name. */
export const thingPictures: Record<string, string> = {
  'printer-cables': printerCables,
  'printer-paper': printerPaper,
  'terminal-front': terminalFront,
  'cash-drawer': cashDrawer,
  'router-leds': routerLeds,
  ups,
  'fifo-shelf': fifoShelf,
}
