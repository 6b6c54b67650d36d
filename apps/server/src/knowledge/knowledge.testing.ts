import type { Call } from '@podmoga/contract/client'
import { seedWalls } from '../session/session.testing.ts'
import { openWorld, type TestWorld } from '../testing.ts'
import { searchTextOf } from './html-text.ts'
import { cleanHtml } from './knowledge.html.ts'
import { changeKnowledge, insertMaterials, takeMaterialIds } from './knowledge.write.sql.ts'

/** A subcategory into which tests put materials. */
export interface TestSubcategory {
  business_id: string
  section_id: string
  subcategory_id: string
}

const idOf = ([row]: readonly { id: string }[]): string => {
  if (row === undefined) throw new Error('nothing was inserted')
  return row.id
}

/** Adds a section with one subcategory to a business. */
export const addSubcategory = async (
  { sql }: Pick<TestWorld, 'sql'>,
  business_id: string,
  name = 'Касса',
): Promise<TestSubcategory> => {
  const [count] = await sql<{ n: number }[]>`select count(*)::int as n from sections`
  const slug = `section-${count?.n}`
  const section_id = idOf(
    await sql<{ id: string }[]>`
      insert into sections (business_id, name, slug, position) values (${business_id}, ${name}, ${slug}, 1)
      returning id`,
  )
  const subcategory_id = idOf(
    await sql<{ id: string }[]>`
      insert into subcategories (section_id, name, slug, position) values (${section_id}, 'Общее', 'common', 1)
      returning id`,
  )
  return { business_id, section_id, subcategory_id }
}

let slugs = 0

/** Inserts a material without the editor's API; `html` is sanitised all the same. Returns its id. */
export const addMaterial = (
  { sql }: Pick<TestWorld, 'sql'>,
  subcategory: TestSubcategory,
  material: {
    title?: string
    html?: string
    published?: boolean
    faq_position?: number
    also_asked?: string[]
  } = {},
): Promise<string> =>
  changeKnowledge(sql, subcategory.business_id, async (tx) => {
    const [id = ''] = await takeMaterialIds(tx, 1)
    const now = new Date()
    const content = cleanHtml(material.html ?? '<p>Текст</p>')
    slugs += 1
    await insertMaterials(tx, [
      {
        id,
        business_id: subcategory.business_id,
        subcategory_id: subcategory.subcategory_id,
        slug: `material-${slugs}`,
        position: slugs,
        title: material.title ?? `Материал ${slugs}`,
        content,
        ...searchTextOf(content),
        cover_id: null,
        file_ids: [],
        faq_position: material.faq_position ?? null,
        also_asked: material.also_asked ?? [],
        published_at: material.published === false ? null : now,
        updated_at: now,
        edited_at: now,
        edited_by: null,
      },
    ])
    return id
  })

/** Opens a test world with the people of the security catalogue: A and B read the first business, D the second. */
export const openKnowledgeWorld = async (env: Record<string, string> = {}) => {
  const world = await openWorld({ RATE_LIMITS: 'off', ACCESS_TOKEN_SECONDS: '31536000', ...env })
  const walls = await seedWalls(world.sql)
  const staff = async (name: 'A' | 'B' | 'D', restaurant_id: string): Promise<Call> =>
    world.as({ token: await world.signIn(walls[name].login), restaurant_id })
  const desk = async (name: 'editor' | 'editor2' | 'agent'): Promise<Call> =>
    world.as({ token: await world.signIn(walls[name].login) })
  return {
    world,
    walls,
    A: await staff('A', walls.r11),
    B: await staff('B', walls.r11),
    D: await staff('D', walls.r21),
    editor: await desk('editor'),
    editor2: await desk('editor2'),
    agent: await desk('agent'),
    subcategory: await addSubcategory(world, walls.businesses.n1),
    subcategory2: await addSubcategory(world, walls.businesses.n2),
  }
}
