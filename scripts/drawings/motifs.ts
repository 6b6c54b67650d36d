import { bare, type Colour, circle, path, rect } from './parts.ts'

/** Objects of a restaurant, each drawn within 300 × 300, for the covers. */
const bars = (x: number, y: number, widths: number[], fill: Colour = 'line', step = 30) =>
  widths.map((w, i) => rect(x, y + i * step, w, 12, { ...bare, fill, r: 6 })).join('')

export const receipt = () =>
  path('M70 20H230V280L204 258L177 280L150 258L123 280L96 258L70 280Z', { fill: 'white' }) +
  bars(96, 60, [108, 70, 90, 60], 'line') +
  rect(96, 196, 108, 20, { ...bare, fill: 'cobalt', r: 6 })

export const terminal = () =>
  path('M104 60V6H196V60', { fill: 'white' }) +
  bars(122, 22, [56], 'grey') +
  rect(74, 50, 152, 232, { fill: 'ink', r: 26 }) +
  rect(94, 74, 112, 70, { fill: 'sky', r: 8 }) +
  [0, 1, 2, 3, 4, 5, 6, 7, 8]
    .map((i) =>
      circle(112 + (i % 3) * 38, 172 + Math.floor(i / 3) * 34, 12, {
        ...bare,
        fill: i === 6 ? 'red' : i === 8 ? '#3fae72' : 'white',
      }),
    )
    .join('')

export const plate = () =>
  circle(150, 150, 118) +
  circle(150, 150, 78, { stroke: 'line' }) +
  path('M96 168C100 120 134 104 152 104C182 104 204 130 204 168Z', { fill: 'amber' }) +
  circle(130, 146, 8, { ...bare, fill: 'red' }) +
  circle(162, 132, 8, { ...bare, fill: 'green' }) +
  circle(176, 154, 8, { ...bare, fill: 'red' })

export const box = () =>
  path('M30 110L150 160L270 110V230L150 284L30 230Z', { fill: 'amber' }) +
  path('M150 160V284') +
  path('M30 110L150 60L270 110L150 160Z', { fill: 'sand' }) +
  path('M86 86L206 136V176', { width: 5 })

export const chart = () =>
  path('M30 20V270H280') +
  [90, 140, 110, 180, 220]
    .map((h, i) =>
      rect(54 + i * 46, 266 - h, 32, h, {
        fill: i === 4 ? 'cobalt' : i === 3 ? 'amber' : 'sky',
        r: 6,
        width: 4,
      }),
    )
    .join('')

export const phone = () =>
  rect(80, 14, 140, 272, { fill: 'ink', r: 28 }) +
  rect(92, 40, 116, 216, { fill: 'white', r: 10 }) +
  circle(150, 272, 6, { ...bare, fill: 'white' })

export const qr = () =>
  rect(40, 40, 220, 220, { r: 22 }) +
  [
    [64, 64],
    [180, 64],
    [64, 180],
  ]
    .map(
      ([x = 0, y = 0]) =>
        rect(x, y, 56, 56, { width: 12, r: 8 }) +
        rect(x + 20, y + 20, 16, 16, { ...bare, fill: 'ink', r: 3 }),
    )
    .join('') +
  [
    [136, 64],
    [150, 92],
    [136, 124],
    [64, 140],
    [96, 148],
    [164, 150],
    [196, 140],
    [220, 160],
    [140, 180],
    [176, 186],
    [210, 200],
    [150, 214],
    [190, 226],
    [222, 228],
    [128, 150],
  ]
    .map(([x = 0, y = 0]) => rect(x, y, 18, 18, { ...bare, fill: 'cobalt', r: 3 }))
    .join('')

export const card = () =>
  rect(20, 70, 260, 164, { fill: 'cobalt', r: 22 }) +
  rect(20, 100, 260, 32, { fill: 'ink', r: 0, width: 4 }) +
  rect(48, 162, 48, 36, { fill: 'amber', r: 8, width: 4 }) +
  rect(170, 176, 84, 12, { ...bare, fill: 'white', r: 6 })

export const key = () =>
  circle(92, 150, 62, { fill: 'amber' }) +
  circle(92, 150, 22) +
  path('M154 136H280V164H262V194H234V164H214V186H190V164H154Z', { fill: 'amber' })

export const wifi = () =>
  [
    [40, 120, 110],
    [78, 158, 72],
    [114, 196, 36],
  ]
    .map(([x = 0, y = 0, r = 0], i) =>
      path(`M${x} ${y}A${r * 1.36} ${r * 1.36} 0 0 1 ${300 - x} ${y}`, {
        stroke: i === 0 ? '#9db6f0' : 'cobalt',
        width: 24,
      }),
    )
    .join('') + circle(150, 238, 22, { ...bare, fill: 'cobalt' })

export const person = (coat: Colour = 'cobalt') =>
  path('M50 284C50 206 92 172 150 172S250 206 250 284Z', { fill: coat }) +
  path('M122 174L150 214L178 174', { fill: 'white' }) +
  circle(150, 104, 62, { fill: 'sand' })

export const chef = () =>
  person('white') +
  path('M96 84C60 70 72 14 116 26C134 -2 172 -2 188 26C230 14 240 72 204 84V108H96Z', { fill: 'white' })

export const scooter = () =>
  path('M206 70H236L262 214', { width: 12 }) +
  path('M50 196H180C190 150 220 140 232 150L240 190', { fill: 'cobalt' }) +
  rect(40, 70, 110, 96, { fill: 'amber' }) +
  path('M40 112H150') +
  path('M60 166V196') +
  circle(78, 226, 40, { fill: 'ink' }) +
  circle(78, 226, 14) +
  circle(252, 226, 40, { fill: 'ink' }) +
  circle(252, 226, 14)

export const clock = () =>
  circle(150, 150, 120) +
  [0, 1, 2, 3]
    .map((i) =>
      path(
        i % 2 ? `M${i === 1 ? 246 : 42} 150H${i === 1 ? 258 : 54}` : `M150 ${i ? 246 : 42}V${i ? 258 : 54}`,
        { width: 8 },
      ),
    )
    .join('') +
  path('M150 80V150L200 180', { stroke: 'cobalt', width: 12 })

export const shield = () =>
  path('M150 20L260 60V150C260 220 210 262 150 284C90 262 40 220 40 150V60Z', { fill: 'cobalt' }) +
  path('M98 148L136 188L206 112', { stroke: 'white', width: 20 })

export const notes = () =>
  rect(50, 60, 220, 116, { fill: 'mint' }) +
  rect(30, 110, 220, 116, { fill: '#bfe8cd' }) +
  circle(140, 168, 34, { fill: 'mint' }) +
  bars(52, 132, [26]) +
  bars(202, 194, [26])

export const drawer = () =>
  rect(20, 60, 260, 90, { fill: 'ink' }) +
  rect(40, 140, 220, 120, { fill: 'grey' }) +
  [0, 1, 2, 3]
    .map((i) =>
      rect(56 + i * 50, 156, 38, 60, {
        fill: (['mint', 'sand', 'rose', 'sky'] as const)[i] ?? 'mint',
        r: 6,
        width: 4,
      }),
    )
    .join('') +
  circle(150, 238, 10, { ...bare, fill: 'amber' })

export const printer = () =>
  path('M96 120V16H204V120', { fill: 'white' }) +
  bars(118, 40, [64, 40, 54], 'line', 26) +
  rect(36, 104, 228, 160, { fill: 'ink', r: 28 }) +
  rect(70, 104, 160, 20, { fill: 'grey', r: 8 }) +
  circle(84, 222, 11, { ...bare, fill: '#3fae72' }) +
  circle(118, 222, 11, { ...bare, fill: 'amber' }) +
  rect(176, 210, 58, 24, { ...bare, fill: 'grey', r: 12 })

export const monitor = () =>
  path('M120 220L104 276H196L180 220', { fill: 'grey' }) +
  rect(20, 30, 260, 194, { fill: 'ink', r: 20 }) +
  rect(36, 46, 228, 162, { fill: 'sky', r: 8 }) +
  [0, 1, 2, 3, 4, 5]
    .map((i) =>
      rect(50 + (i % 3) * 70, 62 + Math.floor(i / 3) * 50, 56, 38, {
        fill: i === 4 ? 'amber' : 'white',
        r: 8,
        width: 3,
      }),
    )
    .join('') +
  rect(50, 166, 196, 28, { ...bare, fill: 'cobalt', r: 8 })

export const cup = () =>
  path('M210 130C280 120 280 214 200 208', { width: 16 }) +
  path('M50 110H220C220 200 190 250 135 250S50 200 50 110Z', { fill: 'white' }) +
  path('M50 110H220V134H52Z', { fill: 'amber' }) +
  path('M100 80C90 60 114 52 104 26M150 80C140 60 164 52 154 26', { stroke: 'grey', width: 8 }) +
  path('M20 272H250', { width: 10 })

export const calendar = () =>
  rect(36, 50, 228, 224) +
  path('M36 110H264V70C264 58 256 50 244 50H56C44 50 36 58 36 70Z', { fill: 'cobalt' }) +
  path('M94 24V74M206 24V74', { width: 12 }) +
  [...Array(12).keys()]
    .map((i) =>
      rect(60 + (i % 4) * 48, 128 + Math.floor(i / 4) * 46, 34, 32, {
        ...bare,
        fill: [1, 6, 8].includes(i) ? 'amber' : 'line',
        r: 6,
      }),
    )
    .join('')

export const clipboard = () =>
  rect(50, 40, 200, 244, { fill: 'white', r: 18 }) +
  rect(104, 18, 92, 46, { fill: 'amber' }) +
  [0, 1, 2, 3]
    .map(
      (i) =>
        rect(76, 94 + i * 46, 28, 28, { r: 6, width: 4, fill: i < 3 ? 'mint' : 'white' }) +
        rect(120, 102 + i * 46, i === 1 ? 70 : 100, 12, { ...bare, fill: 'line', r: 6 }) +
        (i < 3
          ? path(`M82 ${108 + i * 46}L89 ${116 + i * 46}L104 ${98 + i * 46}`, { stroke: 'green', width: 6 })
          : ''),
    )
    .join('')

export const bolt = () => path('M170 10L60 170H136L118 290L240 118H160Z', { fill: 'amber', width: 7 })

export const bubble = () =>
  path(
    'M60 40H240C262 40 274 54 274 74V180C274 202 262 214 240 214H140L80 270V214H60C38 214 26 202 26 180V74C26 54 38 40 60 40Z',
    { fill: 'cobalt' },
  ) + bars(70, 90, [160, 120, 140], 'white', 36)

export const scale = () =>
  path('M150 40V250M90 262H210M50 84H250', { width: 12 }) +
  path('M20 170L50 84L80 170Z') +
  path('M220 190L250 84L280 190Z') +
  path('M10 170H90C90 200 70 216 50 216S10 200 10 170Z', { fill: 'amber' }) +
  path('M210 190H290C290 220 270 236 250 236S210 220 210 190Z', { fill: 'cobalt' }) +
  circle(150, 40, 16, { fill: 'amber' })

export const pot = () =>
  path('M20 130H280', { width: 18 }) +
  path('M46 130H254V220C254 256 230 276 196 276H104C70 276 46 256 46 220Z', { fill: 'grey' }) +
  path('M70 120C80 80 220 80 230 120Z', { fill: 'ink' }) +
  circle(150, 78, 14, { fill: 'amber' }) +
  path('M100 60C90 44 112 36 102 14M200 60C190 44 212 36 202 14', { stroke: 'grey', width: 8 })

export const documents = () =>
  rect(90, 20, 180, 230, { fill: 'sky' }) +
  rect(40, 50, 180, 230) +
  bars(66, 90, [128, 128, 90, 128, 60], 'line', 34)

export const pie = () =>
  circle(150, 150, 120, { fill: 'sky' }) +
  path('M150 150V30A120 120 0 0 1 264 187Z', { fill: 'cobalt' }) +
  path('M150 150L264 187A120 120 0 0 1 118 266Z', { fill: 'amber' })
export const router = () =>
  path('M70 180V70M230 180V70', { width: 14 }) +
  rect(24, 170, 252, 90, { fill: 'ink', r: 22 }) +
  [0, 1, 2, 3]
    .map((i) => circle(74 + i * 38, 215, 10, { ...bare, fill: i === 1 ? 'amber' : '#3fae72' }))
    .join('')
export const flowers = () =>
  path('M150 290V150M150 240C110 230 96 200 96 180M150 250C190 240 204 210 204 190', {
    stroke: 'green',
    width: 10,
  }) +
  (
    [
      [150, 110, 'red'],
      [94, 150, 'amber'],
      [206, 160, 'cobalt'],
    ] as const
  )
    .map(([x, y, fill]) => circle(x, y, 38, { fill }) + circle(x, y, 12, { ...bare, fill: 'white' }))
    .join('')
