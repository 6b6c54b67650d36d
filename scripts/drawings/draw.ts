// Draws the covers, the pictures and the documents of the demo articles: node scripts/drawings/draw.ts
import { mkdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { chartPictures } from './charts.ts'
import { covers } from './covers.ts'
import { documents } from './documents.ts'
import { flowPictures } from './flows.ts'
import { screenPictures } from './screens.ts'
import { sheets } from './sheets.ts'
import { thingPictures } from './things.ts'

const here = new URL('../../apps/server/src/demo/knowledge/', import.meta.url)
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
