import type { Call } from '@podmoga/contract/client'
import * as knowledge from '@podmoga/contract/desk/knowledge'
import * as materials from '@podmoga/contract/desk/materials'
import type { Spot, Thing } from './tree.ts'

export const addSection = (call: Call, name: string) => call(knowledge.createSection, { body: { name } })
export const addSubcategory = (call: Call, section: string, name: string) =>
  call(knowledge.createSubcategory, { body: { section, name } })
export const addMaterial = (call: Call, subcategory: string, title: string) =>
  call(materials.createMaterial, { body: { subcategory, title } })

export const moveThing = (
  call: Call,
  { level, id }: Thing,
  { parent_id, position }: Spot,
): Promise<unknown> => {
  const parent = parent_id ?? ''
  if (level === 'section')
    return call(knowledge.moveSection, { params: { sectionId: id }, body: { position } })
  if (level === 'subcategory')
    return call(knowledge.moveSubcategory, {
      params: { subcategoryId: id },
      body: { section: parent, position },
    })
  return call(materials.moveMaterial, { params: { materialId: id }, body: { subcategory: parent, position } })
}

/** Renames a section or subcategory. A material's name is its title, saved with its text. */
export const renameThing = (call: Call, { level, id }: Thing, name: string): Promise<unknown> =>
  level === 'section'
    ? call(knowledge.renameSection, { params: { sectionId: id }, body: { name } })
    : call(knowledge.renameSubcategory, { params: { subcategoryId: id }, body: { name } })

export const removeThing = (call: Call, { level, id }: Thing): Promise<unknown> => {
  if (level === 'section') return call(knowledge.deleteSection, { params: { sectionId: id } })
  if (level === 'subcategory') return call(knowledge.deleteSubcategory, { params: { subcategoryId: id } })
  return call(materials.deleteMaterial, { params: { materialId: id } })
}
