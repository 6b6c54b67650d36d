import { text } from 'node:stream/consumers'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'
import type { Place } from './place.ts'

/** A file of the copy as it lies there: packed, and sealed when there is a key. */
const Part = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  /** Of these bytes, hexadecimal. */
  sha256: z.string().length(64),
})
export type Part = z.output<typeof Part>

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** In this order they are one text of COPY. */
  parts: z.array(Part),
})
export type CopiedTable = z.output<typeof Table>

const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  /** When the copy began: whatever was acknowledged before is in it. */
  made_at: z.iso.datetime(),
  seconds: z.number(),
  /** Of the application and of PostgreSQL. */
  release: z.string(),
  postgres: z.string(),
  /** The mark of the file store. */
  installation: z.string(),
  /** What the parts are sealed for; null: they are not. */
  recipient: z.string().nullable(),
  migrations: z.array(z.object({ id: z.number().int(), name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** null: a copy of the rows alone. `damaged`: files that were not in the store, or not what their row says. */
  files: z
    .object({
      count: z.number().int(),
      bytes: z.number().int(),
      list: Part,
      damaged: z.array(z.string()),
    })
    .nullable(),
  keys: Part.nullable(),
})
export type Manifest = z.output<typeof Manifest>

/** Written last: without it there is no copy, only what a broken-off one has left. */
export const MANIFEST = 'manifest.json'

/** All that the copy itself takes up in its place, in bytes, without the files. */
export const sizeOf = ({ tables, files, keys }: Manifest): number =>
  [
    ...tables.flatMap(({ parts }) => parts),
    ...(files === null ? [] : [files.list]),
    ...(keys === null ? [] : [keys]),
  ]
    .map(({ size }) => size)
    .reduce((sum, size) => sum + size, 0)

/** The copies of a place by name, which begins with their installation and their time: the newest last. */
export const listCopies = async (place: Place, installation = ''): Promise<string[]> => {
  const names: string[] = []
  for await (const { key } of place.list()) {
    const [folder = '', file] = key.split('/')
    if (file === MANIFEST && folder.startsWith(installation)) names.push(folder)
  }
  return names.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1))
}

/** The time in a copy's name, as text that sorts. */
const timeIn = (name: string): string => name.slice(9)

/** Throws StartError when it is not there, or is no manifest. */
export const readManifest = async (place: Place, name: string): Promise<Manifest> => {
  const opened = await place.open(`${name}/${MANIFEST}`)
  if (opened === null) throw new StartError(`В ${place.label} нет копии «${name}».`)
  try {
    return Manifest.parse(JSON.parse(await text(opened.stream)))
  } catch (error) {
    throw new StartError(
      `Опись копии «${name}» (${MANIFEST}) не читается: она испорчена или сделана более новым выпуском.`,
      { cause: error },
    )
  }
}
