import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { World } from '../../world.ts'
import { exportHtml, filesIn } from '../knowledge.html.ts'
import type { MaterialFileRow, MaterialText } from '../knowledge.rows.ts'
import { listSynonymRows } from '../knowledge.words.sql.ts'
import {
  type ExportedMaterial,
  listAddresses,
  listExportedMaterials,
  listExportedSections,
} from './export.sql.ts'
import { FolderError, SUBFOLDERS } from './folder.ts'

/** The target of an export: a folder or an archive. */
export interface ExportTarget {
  text: (path: string, text: string) => Promise<void>
  /** Writes a file. The target decides what to do about files missing from the store or held by the virus check. */
  file: (path: string, file: MaterialFileRow) => Promise<void>
}

export interface Exported {
  sections: number
  materials: number
  files: number
}

/**
 * Writes a business's knowledge base to an empty or new folder, in the format of the import: published texts, drafts, pictures,
 * files, frequent questions, synonyms, audiences and owners. On failure the folder is left empty. Throws FolderError if the
 * folder is not empty.
 */
export const exportKnowledge = async (
  { sql, files }: Pick<World, 'sql' | 'files'>,
  business_id: string,
  dir: string,
): Promise<Exported> => {
  await mkdir(dir, { recursive: true })
  if ((await readdir(dir)).length > 0) throw new FolderError(`Папка ${dir} не пуста.`)
  const open = async (path: string): Promise<string> => {
    await mkdir(dirname(join(dir, path)), { recursive: true })
    return join(dir, path)
  }
  try {
    return await writeBase(sql, business_id, {
      text: async (path, text) => writeFile(await open(path), text),
      file: async (path, file) => {
        const opened = await files.open(file.file_key)
        if (opened === null) throw new FolderError(`В хранилище нет файла ${file.file_name}.`)
        await pipeline(opened.stream, createWriteStream(await open(path), { flags: 'wx' }))
      },
    })
  } catch (error) {
    for (const name of await readdir(dir)) await rm(join(dir, name), { recursive: true, force: true })
    throw error
  }
}

/** Writes a whole base, article by article. */
export const writeBase = async (
  sql: World['sql'],
  business_id: string,
  target: ExportTarget,
): Promise<Exported> => {
  const addresses = await listAddresses(sql, business_id)
  const store = makeStore(target)
  const exported: Exported = { sections: 0, materials: 0, files: 0 }
  const sections = await listExportedSections(sql, business_id)
  for (const [index, { id, slug, name, subcategories }] of sections.entries()) {
    const root = `${numbered(index, sections.length)}-${slug}`
    await target.text([root, 'section.json'].join('/'), jsonOf({ name, subcategories }))
    const materials = await listExportedMaterials(sql, id)
    for (const [at, material] of materials.entries()) {
      const path = `${root}/${numbered(at, materials.length)}-${material.slug}`
      await writeMaterial(path, material, { target, store, addresses })
    }
    exported.sections += 1
    exported.materials += materials.length
  }
  await target.text('synonyms.json', jsonOf(await listSynonymRows(sql, business_id)))
  return { ...exported, files: store.written() }
}

/** Formats a number from 01, zero-padded to the width of the last one. */
const numbered = (index: number, count: number): string =>
  String(index + 1).padStart(Math.max(2, String(count).length), '0')

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

interface Store {
  /** Writes a file once per folder, under a unique name there. Returns the name. */
  keep: (file: MaterialFileRow, as: keyof typeof SUBFOLDERS) => Promise<string>
  written: () => number
}

const makeStore = (target: ExportTarget): Store => {
  const name_of = new Map<string, string>()
  const taken = new Set<string>()

  const freeName = (file: MaterialFileRow, as: keyof typeof SUBFOLDERS): string => {
    const whole = file.file_name.replace(/[/\\\0:]/g, '_').replace(/^\.+/, '')
    const extension = extname(whole)
    const base = whole.slice(0, whole.length - extension.length)
    for (let n = 1; ; n += 1) {
      const name = n === 1 ? whole : `${base}-${n}${extension}`
      const key = `${as}/${name.toLowerCase()}`
      if (taken.has(key)) continue
      taken.add(key)
      return name
    }
  }

  return {
    keep: async (file, as) => {
      const key = `${as}/${file.file_key}`
      const known = name_of.get(key)
      if (known !== undefined) return known
      const name = freeName(file, as)
      name_of.set(key, name)
      await target.file(`${SUBFOLDERS[as]}/${name}`, file)
      return name
    },
    written: () => name_of.size,
  }
}

const writeMaterial = async (
  path: string,
  material: ExportedMaterial,
  where: { target: ExportTarget; store: Store; addresses: ReadonlyMap<string, string> },
): Promise<void> => {
  const { target, store, addresses } = where
  const file_of = new Map(material.files.map((file) => [file.id, file]))
  const htmlOf = async ({ content }: MaterialText): Promise<string> => {
    const names = new Map<string, string>()
    for (const { id, as } of filesIn(content)) {
      const file = file_of.get(id)
      if (file !== undefined) names.set(`${as}/${id}`, await store.keep(file, as))
    }
    const html = exportHtml(content, {
      file: (id, as) => names.get(`${as}/${id}`),
      material: (id) => addresses.get(id),
    })
    return `${html}\n`
  }
  const about = async ({ title, cover_id, file_ids }: MaterialText) => {
    const cover = file_of.get(cover_id ?? '')
    const chips = file_ids.flatMap((id) => file_of.get(id) ?? [])
    const files: { file: string; name: string }[] = []
    for (const chip of chips) files.push({ file: await store.keep(chip, 'file'), name: chip.file_name })
    return { title, cover: cover === undefined ? null : await store.keep(cover, 'cover'), files }
  }
  const { published, draft, subcategory, faq_position: faq, also_asked, audience, care } = material
  const shown = published ?? draft
  if (shown === null) return
  await target.text(`${path}.html`, await htmlOf(shown))
  const hidden = published === null ? { published: false } : {}
  const changed = published !== null && draft !== null ? { draft: await about(draft) } : {}
  const beside = { ...(audience === null ? {} : { audience }), ...(care === null ? {} : { care }) }
  const metadata = { ...(await about(shown)), subcategory, faq, also_asked, ...beside, ...hidden, ...changed }
  await target.text(`${path}.json`, jsonOf(metadata))
  if (published !== null && draft !== null) await target.text(`${path}.draft.html`, await htmlOf(draft))
}
