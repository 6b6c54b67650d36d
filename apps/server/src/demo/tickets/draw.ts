import sharp from 'sharp'
import type { DemoFile } from './files.ts'

interface Drawn {
  content_type: string
  bytes: Buffer
}

// Only shapes: the picture must be the same on a machine without fonts.
const bar = (x: number, y: number, width: number, height: number, color: string): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${color}"/>`

/** Deterministic noise between 0 and 1, so that a picture looks random but never changes. */
const noise = (seed: number): number => {
  const wave = Math.sin(seed * 12.9898) * 43758.5453
  return wave - Math.floor(wave)
}

const times = (count: number, draw: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => draw(index)).join('')

const receipt = (ink: string): string =>
  bar(0, 0, 480, 640, '#8a8f98') +
  bar(110, 30, 260, 580, '#fdfdf8') +
  bar(170, 60, 140, 18, ink) +
  times(13, (row) =>
    [
      bar(134, 110 + row * 30, 60 + noise(row) * 90, 9, ink),
      bar(310 - noise(row + 50) * 20, 110 + row * 30, 36, 9, ink),
    ].join(''),
  ) +
  bar(134, 512, 212, 3, ink) +
  bar(134, 532, 70, 16, ink) +
  bar(262, 532, 84, 16, ink)

const sticker = (): string =>
  bar(0, 0, 480, 480, '#7a4f2e') +
  bar(90, 90, 300, 300, '#ffffff') +
  times(21 * 21, (cell) => {
    const [x, y] = [cell % 21, Math.floor(cell / 21)]
    const eye = (x < 7 && y < 7) || (x > 13 && y < 7) || (x < 7 && y > 13)
    return !eye && noise(cell) > 0.5 ? bar(114 + x * 12, 114 + y * 12, 12, 12, '#111111') : ''
  }) +
  [
    [0, 0],
    [14, 0],
    [0, 14],
  ]
    .map(([x = 0, y = 0]) =>
      [
        bar(114 + x * 12, 114 + y * 12, 84, 84, '#111111'),
        bar(126 + x * 12, 126 + y * 12, 60, 60, '#ffffff'),
        bar(138 + x * 12, 138 + y * 12, 36, 36, '#111111'),
      ].join(''),
    )
    .join('')

const report = (): string =>
  bar(0, 0, 800, 500, '#f4f6f8') +
  bar(0, 0, 800, 48, '#1f3a5f') +
  bar(24, 16, 180, 16, '#dfe7f1') +
  bar(24, 72, 752, 404, '#ffffff') +
  times(6, (line) => bar(48, 120 + line * 60, 704, 1, '#d5dbe3')) +
  times(12, (hour) => {
    const height = 30 + noise(hour + 7) * 250
    return bar(64 + hour * 57, 440 - height, 34, height, hour === 8 ? '#c0392b' : '#3f7cc4')
  })

/** A page with a table of numbers, as a minimal hand-written PDF. */
const sheet = (): Buffer => {
  const rows = times(
    18,
    (row) =>
      `BT /F1 11 Tf 80 ${690 - row * 32} Td (${row + 1}) Tj 120 0 Td (${(noise(row) * 90).toFixed(1)}) Tj ` +
      `130 0 Td (${(noise(row + 30) * 90).toFixed(1)}) Tj ET 70 ${682 - row * 32} m 480 ${682 - row * 32} l S\n`,
  )
  const content = `0.5 w\n${rows}`
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ]
  let text = '%PDF-1.4\n'
  const entries = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join('')}`
  const trailer = `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(text + table + trailer, 'latin1')
}

const png = async (width: number, height: number, shapes: string): Promise<Drawn> => ({
  content_type: 'image/png',
  bytes: await sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes}</svg>`,
    ),
  )
    .png({ palette: true })
    .toBuffer(),
})

/** Draws the file of a demo message; the result is always the same. */
export const draw = async (drawing: DemoFile['drawing']): Promise<Drawn> => {
  switch (drawing) {
    case 'receipt':
      return png(480, 640, receipt('#2b2b2b'))
    case 'pale_receipt':
      return png(480, 640, receipt('#d3d3cd'))
    case 'sticker':
      return png(480, 480, sticker())
    case 'report':
      return png(800, 500, report())
    case 'sheet':
      return { content_type: 'application/pdf', bytes: sheet() }
  }
}
