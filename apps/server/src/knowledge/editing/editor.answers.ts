import type { DeskTree } from '@podmoga/contract/desk/knowledge'
import type { DeskFile, DeskMaterial } from '@podmoga/contract/desk/materials'
import { paths } from '@podmoga/contract/staff-pages'
import type { Deps } from '../../deps.ts'
import type { FileLinks, LinkReader } from '../../files/file-links.ts'
import { audienceText } from '../knowledge.audience.ts'
import { cleanHtml, referencesOf, renderForEditor } from '../knowledge.html.ts'
import type { MaterialFileRow, MaterialText } from '../knowledge.rows.ts'
import { problemsOf } from './editing.rules.ts'
import { type EditedRow, listLinkedRows } from './editor.sql.ts'
import type { TreeSection } from './tree.sql.ts'

/** Converts a section of the tree to the API's answer. */
export const sectionAnswer = ({ subcategories, ...section }: TreeSection): DeskTree['sections'][number] => ({
  ...section,
  subcategories: subcategories.map(({ materials, ...subcategory }) => ({
    ...subcategory,
    materials: materials.map(({ audience, edited_at, publish_at, ...material }) => ({
      ...material,
      edited_at: new Date(edited_at).toISOString(),
      publish_at: publish_at === null ? null : new Date(publish_at).toISOString(),
      audience: audienceText(audience),
    })),
  })),
})

/** Converts an uploaded file to the API's answer, with a signed link. */
export const deskFile = (links: FileLinks, reader: LinkReader, file: MaterialFileRow): DeskFile => ({
  id: file.id,
  file_name: file.file_name,
  url: links.link(reader, file),
  content_type: file.content_type,
  size: Number(file.size),
  width: file.width,
  height: file.height,
})

/** Makes the answers for editors: of a material, and of one of its versions. */
export const makeDeskAnswers = ({ sql, links }: Deps) => {
  const editorText = async (
    reader: LinkReader,
    row: EditedRow,
    text: MaterialText,
  ): Promise<Pick<DeskMaterial, 'content' | 'cover' | 'files'>> => {
    const file_of = new Map(row.files.map((file) => [file.id, file]))
    const shown = (id: string): DeskFile[] => {
      const file = file_of.get(id)
      return file === undefined ? [] : [deskFile(links, reader, file)]
    }
    // Sanitised again, since a row may have been written without the editor, and this is rendered in a browser.
    const content = cleanHtml(text.content)
    const { material_ids } = referencesOf(content)
    const linked = await listLinkedRows(sql, { business_id: row.business_id, material_ids, from: null })
    const section_of = new Map(linked.map(({ id, section }) => [id, section]))
    return {
      content: renderForEditor(content, {
        file: (id) => shown(id)[0]?.url,
        material: (id) => {
          const section = section_of.get(id)
          return section === undefined || row.restaurant_id === null
            ? undefined
            : paths.material(row.restaurant_id, section, id)
        },
      }),
      cover: (text.cover_id === null ? undefined : shown(text.cover_id)[0]) ?? null,
      files: text.file_ids.flatMap(shown),
    }
  }

  const materialAnswer = async (reader: LinkReader, row: EditedRow): Promise<DeskMaterial> => {
    const { id, state, title, section, subcategory, faq_position, also_asked, revision, edited_by } = row
    return {
      id,
      state,
      title,
      section,
      subcategory,
      faq_position,
      also_asked,
      revision,
      edited_by,
      ...(await editorText(reader, row, row)),
      edited_at: row.edited_at.toISOString(),
      published_at: row.published_at?.toISOString() ?? null,
      helpful: row.helpful,
      not_helpful: row.not_helpful,
      problems: await problemsOf(sql, row),
    }
  }

  return { editorText, materialAnswer }
}
