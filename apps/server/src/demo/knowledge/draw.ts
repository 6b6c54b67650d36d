// Draws the covers, the pictures and the documents of the demo articles: node draw.ts
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { chartPictures } from './draw.charts.ts'
import { covers } from './draw.covers.ts'
import { documents } from './draw.documents.ts'
import { flowPictures } from './draw.flows.ts'
import { screenPictures } from './draw.screens.ts'
import { sheets } from './draw.sheets.ts'
import { thingPictures } from './draw.things.ts'

const here = new URL('./', import.meta.url)
for (const folder of ['covers', 'images', 'files']) await mkdir(new URL(folder, here), { recursive: true })

for (const [name, picture] of Object.entries(covers)) {
  await sharp(Buffer.from(picture))
    .webp({ quality: 82, effort: 6 })
    .toFile(fileURLToPath(new URL(`covers/${name}.webp`, here)))
}
for (const [name, picture] of Object.entries({
  ...thingPictures,
  ...screenPictures,
  ...flowPictures,
  ...chartPictures,
})) {
  await sharp(Buffer.from(picture))
    .webp({ quality: 86, effort: 6 })
    .toFile(fileURLToPath(new URL(`images/${name}.webp`, here)))
}
for (const [name, bytes] of Object.entries({ ...documents, ...sheets }))
  await writeFile(new URL(`files/${name}`, here), bytes)
