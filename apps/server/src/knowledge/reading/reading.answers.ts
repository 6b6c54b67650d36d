import type { Material } from '@podmoga/contract/knowledge'
import { paths } from '@podmoga/contract/staff-pages'
import type { Deps } from '../../deps.ts'
import type { LinkReader } from '../../files/file-links.ts'
import type { Reader } from '../knowledge.audience.sql.ts'
import { renderHtml } from '../knowledge.html.ts'
import type { MaterialFileRow } from '../knowledge.rows.ts'
import { makeCleaner } from './clean-cache.ts'
import { listSectionIds, type MaterialRow } from './reading.sql.ts'

/** Rewrites the path of a page, copied by an editor in another restaurant, for this restaurant. */
const ownRoute = (path: string, restaurant_id: string): string =>
  path.replace(/^\/[1-9][0-9]*(?=\/|$)/, `/${restaurant_id}`)

const coverAnswer = (
  id: string | null,
  file_of: ReadonlyMap<string, MaterialFileRow>,
  address: (id: string) => string | undefined,
): Pick<Material, 'cover' | 'cover_width' | 'cover_height'> => {
  const file = id === null ? undefined : file_of.get(id)
  if (file === undefined) return { cover: null }
  const { width, height } = file
  return {
    cover: address(file.id) ?? null,
    ...(width === null || height === null ? {} : { cover_width: width, cover_height: height }),
  }
}

/**
 * Makes a function that renders a material: links to materials that the `reader` may open, and file links signed for the
 * `opener`.
 */
export const makeMaterialAnswer = ({ sql, links }: Deps) => {
  const clean = makeCleaner()

  return async (opener: LinkReader, reader: Reader, row: MaterialRow): Promise<Material> => {
    const { restaurant_id } = reader
    const content = clean(row.id, row.content)
    const sections =
      content.material_ids.length === 0
        ? []
        : await listSectionIds(sql, { ...reader, material_ids: content.material_ids })
    const section_of = new Map(sections.map(({ id, section }) => [id, section]))
    const file_of = new Map(row.files.map((file) => [file.id, file]))
    const address = (id: string): string | undefined => {
      const file = file_of.get(id)
      return file === undefined ? undefined : links.link(opener, file)
    }
    return {
      id: row.id,
      title: row.title,
      section: row.section,
      subcategory: row.subcategory,
      ...coverAnswer(row.cover_id, file_of, address),
      content: renderHtml(content.html, {
        file: address,
        material: (id) => {
          const section = section_of.get(id)
          return section === undefined ? undefined : paths.material(restaurant_id, section, id)
        },
        route: (path) => ownRoute(path, restaurant_id),
      }),
      files: row.file_ids.flatMap((id) => {
        const file = file_of.get(id)
        return file === undefined
          ? []
          : [{ file_name: file.file_name, file_url: links.link(opener, file), size: file.size }]
      }),
      updated_at: row.updated_at.toISOString(),
    }
  }
}
