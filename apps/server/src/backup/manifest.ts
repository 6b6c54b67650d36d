import { text } from 'node:stream/consumers'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'
import type { Repository } from './repository.ts'

/** A file of the copy as stored: compressed, and encrypted if there is a key. */
const Part = z.object({
  name: z.string(),
  size: z.number().int().nonnegative(),
  /** Of the stored bytes, hexadecimal. */
  sha256: z.string().length(64),
})
export type Part = z.output<typeof Part>

const Table = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  rows: z.number().int().nonnegative(),
  /** Concatenated in this order they are one COPY text. */
  parts: z.array(Part),
})
export type CopiedTable = z.output<typeof Table>

const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  /** When the copy began: it includes everything acknowledged before. */
  made_at: z.iso.datetime(),
  seconds: z.number(),
  /** Versions of the application and of PostgreSQL. */
  release: z.string(),
  postgres: z.string(),
  /** The mark of the file store. */
  installation: z.string(),
  /** The public key for which the parts are encrypted; null: not encrypted. */
  recipient: z.string().nullable(),
  migrations: z.array(z.object({ id: z.number().int(), name: z.string(), checksum: z.string() })),
  tables: z.array(Table),
  sequences: z.array(z.object({ name: z.string(), last_value: z.string(), is_called: z.boolean() })),
  /** null: a copy of rows alone. `damaged`: files that were missing from the store or did not match their row. */
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

/** Written last: without it a copy is incomplete and ignored. */
export const MANIFEST = 'manifest.json'

/** The size of the copy in the repository in bytes, without the files. */
export const sizeOf = ({ tables, files, keys }: Manifest): number =>
  [
    ...tables.flatMap(({ parts }) => parts),
    ...(files === null ? [] : [files.list]),
    ...(keys === null ? [] : [keys]),
  ]
    .map(({ size }) => size)
    .reduce((sum, size) => sum + size, 0)

/** Returns the names of the copies in a repository, oldest first. A name starts with its installation and time. */
export const listCopies = async (repository: Repository, installation = ''): Promise<string[]> => {
  const names: string[] = []
  for await (const { key } of repository.list()) {
    const [folder = '', file] = key.split('/')
    if (file === MANIFEST && folder.startsWith(installation)) names.push(folder)
  }
  return names.sort((a, b) => (timeIn(a) < timeIn(b) ? -1 : 1))
}

/** The time in a copy's name, as a sortable text. */
const timeIn = (name: string): string => name.slice(9)

/** Throws StartError if the manifest is missing or invalid. */
export const readManifest = async (repository: Repository, name: string): Promise<Manifest> => {
  const opened = await repository.open(`${name}/${MANIFEST}`)
  if (opened === null) throw new StartError(`В ${repository.label} нет копии «${name}».`)
  try {
    return Manifest.parse(JSON.parse(await text(opened.stream)))
  } catch (error) {
    throw new StartError(
      `Опись копии «${name}» (${MANIFEST}) не читается: она испорчена или сделана более новым выпуском.`,
      { cause: error },
    )
  }
}
