import type { DeskMaterialItem, DeskTree } from '@podmoga/contract/desk/knowledge'
import { fold } from '@podmoga/ui/lib/fold'

export type Level = 'section' | 'subcategory' | 'material'
export interface Thing {
  level: Level
  id: string
}
/** A target position: the parent's id (null for sections), and the index among the siblings without the moved item. */
export interface Spot {
  parent_id: string | null
  position: number
}

export type Section = DeskTree['sections'][number]
export type Subcategory = Section['subcategories'][number]

const subcategoriesOf = (tree: DeskTree): Subcategory[] =>
  tree.sections.flatMap(({ subcategories }) => subcategories)

export const materialsOf = (tree: DeskTree): DeskMaterialItem[] =>
  subcategoriesOf(tree).flatMap(({ materials }) => materials)

/** The section and subcategory of a material. */
export const parentsOf = (
  tree: DeskTree,
  material_id: string,
): { section: Section; subcategory: Subcategory } | null => {
  for (const section of tree.sections)
    for (const subcategory of section.subcategories)
      if (subcategory.materials.some(({ id }) => id === material_id)) return { section, subcategory }
  return null
}

/** The frequent questions in their order. */
export const faqOf = (tree: DeskTree): DeskMaterialItem[] =>
  materialsOf(tree)
    .filter(({ faq_position }) => faq_position !== null)
    .sort((a, b) => (a.faq_position ?? 0) - (b.faq_position ?? 0))

interface Family {
  parent_id: string | null
  ids: string[]
}

/** All sibling lists of one level, in screen order. */
const familiesOf = (tree: DeskTree, level: Level): Family[] => {
  const ids = (things: readonly { id: string }[]) => things.map(({ id }) => id)
  if (level === 'section') return [{ parent_id: null, ids: ids(tree.sections) }]
  if (level === 'subcategory')
    return tree.sections.map(({ id, subcategories }) => ({ parent_id: id, ids: ids(subcategories) }))
  return subcategoriesOf(tree).map(({ id, materials }) => ({ parent_id: id, ids: ids(materials) }))
}

/** The spot one step up or down, crossing into the neighbouring list at an end; null if there is none. */
export const stepOf = (tree: DeskTree, { level, id }: Thing, by: 1 | -1): Spot | null => {
  const families = familiesOf(tree, level)
  const at = families.findIndex(({ ids }) => ids.includes(id))
  const family = families[at]
  if (family === undefined) return null
  const position = family.ids.indexOf(id) + by
  if (position >= 0 && position < family.ids.length) return { parent_id: family.parent_id, position }
  const next = families[at + by]
  if (next === undefined) return null
  return { parent_id: next.parent_id, position: by === 1 ? 0 : next.ids.length }
}

/** Keys of the groups that must be expanded to show a spot. */
export const wayTo = (tree: DeskTree, { level }: Thing, { parent_id }: Spot): string[] => {
  if (level === 'section' || parent_id === null) return []
  if (level === 'subcategory') return [`section-${parent_id}`]
  const section = tree.sections.find(({ subcategories }) => subcategories.some(({ id }) => id === parent_id))
  return [...(section === undefined ? [] : [`section-${section.id}`]), `subcategory-${parent_id}`]
}

/** The spot of a thing dropped onto another; null if that is not allowed. */
export const dropSpot = (tree: DeskTree, thing: Thing, onto: Thing, isAfter: boolean): Spot | null => {
  if (thing.level === onto.level) {
    if (thing.id === onto.id) return null
    const family = familiesOf(tree, thing.level).find(({ ids }) => ids.includes(onto.id))
    if (family === undefined) return null
    const staying = family.ids.filter((id) => id !== thing.id)
    return { parent_id: family.parent_id, position: staying.indexOf(onto.id) + (isAfter ? 1 : 0) }
  }
  const isInto =
    (thing.level === 'material' && onto.level === 'subcategory') ||
    (thing.level === 'subcategory' && onto.level === 'section')
  if (!isInto) return null
  const family = familiesOf(tree, thing.level).find(({ parent_id }) => parent_id === onto.id)
  if (family === undefined) return null
  return { parent_id: onto.id, position: family.ids.filter((id) => id !== thing.id).length }
}

const put = <T extends { id: string }>(list: readonly T[], item: T, position: number): T[] => {
  const rest = list.filter(({ id }) => id !== item.id)
  return [...rest.slice(0, position), item, ...rest.slice(position)]
}

const without = <T extends { id: string }>(list: readonly T[], id: string): T[] =>
  list.filter((item) => item.id !== id)

/** The tree after a move; the same object if there is nothing to move. */
export const moved = (tree: DeskTree, { level, id }: Thing, { parent_id, position }: Spot): DeskTree => {
  if (level === 'section') {
    const section = tree.sections.find((item) => item.id === id)
    return section === undefined ? tree : { ...tree, sections: put(tree.sections, section, position) }
  }
  if (level === 'subcategory') {
    const item = subcategoriesOf(tree).find((subcategory) => subcategory.id === id)
    if (item === undefined) return tree
    const sections = tree.sections.map((section) => ({
      ...section,
      subcategories:
        section.id === parent_id
          ? put(section.subcategories, item, position)
          : without(section.subcategories, id),
    }))
    return { ...tree, sections }
  }
  const item = materialsOf(tree).find((material) => material.id === id)
  if (item === undefined) return tree
  const sections = tree.sections.map((section) => ({
    ...section,
    subcategories: section.subcategories.map((subcategory) => ({
      ...subcategory,
      materials:
        subcategory.id === parent_id
          ? put(subcategory.materials, item, position)
          : without(subcategory.materials, id),
    })),
  }))
  return { ...tree, sections }
}

/** Describes a thing's position: «Касса › Смены, место 2 из 7». */
export const spotText = (tree: DeskTree, thing: Thing): string => {
  const family = familiesOf(tree, thing.level).find(({ ids }) => ids.includes(thing.id))
  if (family === undefined) return ''
  const place = `место ${family.ids.indexOf(thing.id) + 1} из ${family.ids.length}`
  const section = tree.sections.find(
    ({ id, subcategories }) =>
      id === family.parent_id || subcategories.some((item) => item.id === family.parent_id),
  )
  const subcategory = section?.subcategories.find(({ id }) => id === family.parent_id)
  const names = [section?.name, subcategory?.name].filter((name) => name !== undefined)
  return names.length === 0 ? place : `${names.join(' › ')}, ${place}`
}

/** Filters the tree by name: matches with their parents, and all content of matching groups. */
export const found = (tree: DeskTree, query: string): Section[] => {
  const wanted = fold(query)
  if (wanted === '') return tree.sections
  const has = (text: string) => fold(text).includes(wanted)
  return tree.sections.flatMap((section) => {
    if (has(section.name)) return [section]
    const subcategories = section.subcategories.flatMap((subcategory) => {
      if (has(subcategory.name)) return [subcategory]
      const materials = subcategory.materials.filter(({ title }) => has(title))
      return materials.length === 0 ? [] : [{ ...subcategory, materials }]
    })
    return subcategories.length === 0 ? [] : [{ ...section, subcategories }]
  })
}
