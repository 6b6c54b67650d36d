import type { Call } from '@podmoga/contract/client'
import * as tree from '@podmoga/contract/desk/knowledge'
import * as desk from '@podmoga/contract/desk/materials'
import { getPublished, getPublishedTree, searchPublished } from '@podmoga/contract/desk/reading'
import { giveFeedback } from '@podmoga/contract/feedback'
import * as staff from '@podmoga/contract/knowledge'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDocx } from './knowledge.testing.files.ts'
import { HOSTILE } from './knowledge.testing.hostile.ts'
import { addMaterial, openKnowledgeWorld } from './knowledge.testing.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
})
afterAll(() => it.world.close())

const refused = (code: string) => expect.objectContaining({ code })
const read = (call: Call, materialId: string) => call(staff.getMaterial, { params: { materialId } })

/** Publishes a material with a cover, a picture and a file, as the editor. */
const withFiles = async () => {
  const { id } = await it.editor(desk.createMaterial, {
    body: { subcategory: it.subcategory.subcategory_id, title: 'С файлами' },
  })
  const params = { materialId: id }
  const bytes = await sharp({ create: { width: 20, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  const picture = new File([new Uint8Array(bytes)], 'a.png')
  const cover = await it.editor(desk.uploadPicture, { params, form: { kind: 'cover' }, files: [picture] })
  const inside = await it.editor(desk.uploadPicture, { params, form: {}, files: [picture] })
  const file = await it.editor(desk.uploadFile, {
    params,
    files: [await testDocx('Акт списания — образец.docx')],
  })
  const content = `<p>Вот</p><img data-file="${inside.id}" alt="Схема">`
  const body = { revision: 1, title: 'С файлами', content, cover: cover.id, files: [file.id] }
  const { revision } = await it.editor(desk.saveDraft, { params, body })
  await it.editor(desk.publishMaterial, { params, body: { revision } })
  return id
}

describe('what agents may read', () => {
  const never = '987654321'

  test('the published base of a restaurant they answer, with links that its staff can open', async () => {
    const query = { restaurant: it.walls.r11 }
    const hidden = await addMaterial(it.world, it.subcategory, { title: 'Ещё пишется', published: false })
    const target = await addMaterial(it.world, it.subcategory, { title: 'Цель агента' })
    const id = await addMaterial(it.world, it.subcategory, {
      title: 'Для агентов видно',
      html: `<p><a data-material="${target}">туда</a></p>`,
    })
    const { sections } = await it.agent(getPublishedTree, { query })
    const ids = sections.flatMap(({ subcategories }) =>
      subcategories.flatMap(({ materials }) => materials.map((material) => material.id)),
    )
    expect(ids).toEqual(expect.arrayContaining([id, target]))
    expect(ids).not.toContain(hidden)
    const found = await it.agent(searchPublished, { query: { ...query, search: 'для агентов видно' } })
    expect(found[0]?.id).toBe(id)
    const seen = await it.agent(getPublished, { params: { materialId: id }, query })
    expect(seen).toEqual({ ...(await read(it.A, id)), audience: null })
    await expect(it.agent(getPublished, { params: { materialId: hidden }, query })).rejects.toEqual(
      refused('not_found'),
    )
  })

  test('another business’s restaurant and materials are as absent as those that never were', async () => {
    const foreign = await addMaterial(it.world, it.subcategory2, { title: 'Чужое для агента' })
    for (const restaurant of [it.walls.r21, never]) {
      const query = { restaurant }
      for (const call of [
        () => it.agent(getPublishedTree, { query }),
        () => it.agent(searchPublished, { query: { ...query, search: 'чужое для агента' } }),
        () => it.agent(getPublished, { params: { materialId: foreign }, query }),
      ])
        await expect(call()).rejects.toEqual(refused('not_found'))
    }
    const query = { restaurant: it.walls.r11 }
    await expect(it.agent(getPublished, { params: { materialId: foreign }, query })).rejects.toEqual(
      refused('not_found'),
    )
    expect(
      await it.agent(searchPublished, { query: { ...query, search: 'чужое для агента' } }),
    ).not.toContainEqual(expect.objectContaining({ id: foreign }))
  })
})

describe('what staff may read', () => {
  test('Z15 another business’s sections, subcategories and materials are as absent as those that never were', async () => {
    const MD = await addMaterial(it.world, it.subcategory2, { title: 'Чужой материал', faq_position: 1 })
    const { section_id, subcategory_id } = it.subcategory2
    const never = '987654321'
    const asked = (sectionId: string, subcategoryId: string, materialId: string) =>
      Promise.all(
        [
          it.A(staff.getSection, { params: { sectionId } }),
          it.A(staff.listSubcategories, { params: { sectionId } }),
          it.A(staff.listSubcategoryMaterials, { params: { subcategoryId } }),
          read(it.A, materialId),
          it.A(giveFeedback, { params: { materialId }, body: { helpful: false, text: 'а' } }),
        ].map((call) => call.catch((error: { code: string; status: number }) => [error.code, error.status])),
      )
    const absent = await asked(never, never, never)
    expect(absent).toEqual(absent.map(() => ['not_found', 404]))
    expect(await asked(section_id, subcategory_id, MD)).toEqual(absent)
    expect((await it.A(staff.listSections, {})).map(({ id }) => id)).not.toContain(section_id)
    expect((await it.A(staff.listMaterials, {})).map(({ id }) => id)).not.toContain(MD)
    expect(await it.A(staff.listMaterials, { query: { search: 'чужой материал' } })).toEqual([])
    expect((await read(it.D, MD)).title).toBe('Чужой материал')
  })

  test('a link or a picture of another business’s material is not followed', async () => {
    const MD = await addMaterial(it.world, it.subcategory2, {})
    const MA = await addMaterial(it.world, it.subcategory, {
      html: `<p><a data-material="${MD}">туда</a></p>`,
    })
    expect((await read(it.A, MA)).content).toBe('<p><a>туда</a></p>')
  })

  test('Z16 what is not published is nowhere: by id, in lists, in search, in links, in feedback', async () => {
    const MX = await addMaterial(it.world, it.subcategory, {
      title: 'Засекречено',
      published: false,
      faq_position: 3,
    })
    const link = await addMaterial(it.world, it.subcategory, { html: `<a data-material="${MX}">туда</a>` })
    await expect(read(it.A, MX)).rejects.toEqual(refused('not_found'))
    const { subcategory_id: subcategoryId } = it.subcategory
    const listed = await it.A(staff.listSubcategoryMaterials, { params: { subcategoryId } })
    expect(listed.map(({ id }) => id)).not.toContain(MX)
    expect(listed.map(({ id }) => id)).toContain(link)
    expect((await it.A(staff.listMaterials, {})).map(({ id }) => id)).not.toContain(MX)
    expect(await it.A(staff.listMaterials, { query: { search: 'засекречено' } })).toEqual([])
    expect((await read(it.A, link)).content).toBe('<a>туда</a>')
    await expect(it.A(giveFeedback, { params: { materialId: MX }, body: { helpful: true } })).rejects.toEqual(
      refused('not_found'),
    )
  })

  test('D12 Z16 files and covers open for readers of the network only, while the material is published', async () => {
    const id = await withFiles()
    const { cover, cover_width, content, files } = await read(it.A, id)
    expect(cover_width).toBe(20)
    const [, picture = ''] = /<img src="([^"]+)"/.exec(content) ?? []
    const [file] = files
    expect(file).toMatchObject({ file_name: 'Акт списания — образец.docx', size: expect.any(Number) })
    const opened = await it.world.app.inject(file?.file_url ?? '')
    expect([opened.statusCode, opened.rawPayload.length]).toEqual([200, file?.size])
    expect(opened.headers['content-disposition']).toMatch(/^attachment; .*filename\*=UTF-8''%D0%90/)
    for (const url of [cover ?? '', picture]) {
      const answer = await it.world.app.inject(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp'])
      expect(answer.headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
      expect((await it.world.app.inject(url.replace(/.$/, 'x'))).statusCode).toBe(404)
    }
    await expect(read(it.D, id)).rejects.toEqual(refused('not_found'))
    it.world.clock.move(601_000)
    expect((await it.world.app.inject(picture)).statusCode).toBe(404)
    await it.editor(desk.unpublishMaterial, { params: { materialId: id } })
    await expect(read(it.A, id)).rejects.toEqual(refused('not_found'))
  })
})

describe('hostile articles over the wire', () => {
  test('X01 saved by an editor, published and read: nothing that could run', async () => {
    const { id } = await it.editor(desk.createMaterial, {
      body: { subcategory: it.subcategory.subcategory_id, title: '<img src=x onerror=alert(1)>' },
    })
    const params = { materialId: id }
    const content = `<p>начало</p>${HOSTILE.filter((html) => !html.includes('\u0000')).join('<p>далее</p>')}`
    const body = { revision: 1, title: '<b>Заголовок</b>', content, cover: null, files: [] }
    const { revision } = await it.editor(desk.saveDraft, { params, body })
    await it.editor(desk.publishMaterial, { params, body: { revision } })
    const material = await read(it.A, id)
    expect(material.title).toBe('<b>Заголовок</b>')
    for (const html of [material.content, (await it.editor(desk.getDeskMaterial, { params })).content]) {
      expect(html).toContain('начало')
      expect(html).not.toMatch(/<[^>]*\s(?:on\w+|style|id|srcset|formaction)\s*=/i)
      expect(html).not.toMatch(
        /<(?:script|style|svg|math|iframe|object|embed|form|input|base|meta|link|template)/i,
      )
      expect(html).not.toMatch(/(?:href|src)="\s*(?:javascript|data|vbscript|\/\/)/i)
    }
  })

  test('X05 a row that came past the editor is safe when it is read', async () => {
    const id = await addMaterial(it.world, it.subcategory, {})
    await it.world.sql`
      update materials set content = ${`<p onclick="x">а</p>${HOSTILE.join('').replaceAll('\u0000', '')}`} where id = ${id}`
    const { content } = await read(it.A, id)
    expect(content.startsWith('<p>а</p>')).toBe(true)
    expect(content).not.toMatch(/<script|onerror=|onclick=[^&]*>|javascript:window[^<]*">/i)
    await it.world.sql`update materials set content = '<p>б</p><script>x</script>' where id = ${id}`
    expect((await read(it.A, id)).content).toBe('<p>б</p>')
  })
})

describe('what editors may touch', () => {
  test('staff and agents are refused, an editor of another business finds nothing', async () => {
    const id = await addMaterial(it.world, it.subcategory, {})
    const params = { materialId: id }
    for (const call of [it.A, it.agent]) {
      await expect(call(tree.getTree, {})).rejects.toEqual(refused('forbidden'))
      await expect(call(desk.getDeskMaterial, { params })).rejects.toEqual(refused('forbidden'))
    }
    const { section_id: sectionId, subcategory_id: subcategoryId, business_id: business } = it.subcategory
    const body = { revision: 1, title: 'x', content: '', cover: null, files: [] }
    const number = '1'
    const docx = await testDocx()
    const before = await it.world
      .sql`select s.name, m.title, m.revision from sections s, materials m where m.id = ${id}`
    const attempts = [
      it.editor2(tree.getTree, { query: { business } }),
      it.editor2(tree.createSection, { body: { business, name: 'x' } }),
      it.editor2(tree.renameSection, { params: { sectionId }, body: { name: 'x' } }),
      it.editor2(tree.moveSection, { params: { sectionId }, body: { position: 0 } }),
      it.editor2(tree.deleteSection, { params: { sectionId } }),
      it.editor2(tree.createSubcategory, { body: { section: sectionId, name: 'x' } }),
      it.editor2(tree.renameSubcategory, { params: { subcategoryId }, body: { name: 'x' } }),
      it.editor2(tree.moveSubcategory, {
        params: { subcategoryId },
        body: { section: it.subcategory2.section_id, position: 0 },
      }),
      it.editor2(tree.deleteSubcategory, { params: { subcategoryId } }),
      it.editor2(desk.createMaterial, { body: { subcategory: subcategoryId, title: 'x' } }),
      it.editor2(desk.getDeskMaterial, { params }),
      it.editor2(desk.moveMaterial, {
        params,
        body: { subcategory: it.subcategory2.subcategory_id, position: 0 },
      }),
      it.editor2(desk.deleteMaterial, { params }),
      it.editor2(desk.saveDraft, { params, body }),
      it.editor2(desk.publishMaterial, { params, body: { revision: 1 } }),
      it.editor2(desk.unpublishMaterial, { params }),
      it.editor2(desk.listVersions, { params }),
      it.editor2(desk.getVersion, { params: { ...params, number } }),
      it.editor2(desk.restoreVersion, { params: { ...params, number }, body: { revision: 1 } }),
      it.editor2(desk.uploadFile, { params, files: [docx] }),
      it.editor2(tree.setFaq, { body: { business, materials: [], seen: [] } }),
      it.editor2(tree.setFaq, { body: { materials: [id], seen: [] } }),
      it.editor2(tree.getSynonyms, { query: { business } }),
      it.editor2(tree.setSynonyms, { body: { business, groups: [], revision: 'x' } }),
      it.editor2(tree.getThesaurus, { query: { business } }),
      it.editor2(tree.switchThesaurus, { body: { business, group: 'касса', on: false } }),
      it.editor2(tree.listGaps, { query: { business } }),
      // Nothing can be moved into another base, even by an editor of both.
      it.editor(desk.moveMaterial, {
        params,
        body: { subcategory: it.subcategory2.subcategory_id, position: 0 },
      }),
    ]
    for (const [index, attempt] of (await Promise.allSettled(attempts)).entries())
      expect([index, attempt.status === 'rejected' ? attempt.reason : attempt]).toEqual([
        index,
        refused('not_found'),
      ])
    expect(
      await it.world.sql`select s.name, m.title, m.revision from sections s, materials m where m.id = ${id}`,
    ).toEqual(before)
    const [row] = await it.world.sql`select count(*)::int as n from stored_files where attached_at is null`
    expect(row).toEqual({ n: 0 })
  })
})

describe('feedback and the queue', () => {
  const queue = async (closed: 'true' | 'false' = 'false') =>
    (await it.editor(tree.listGaps, { query: { closed } })).results.map(
      ({ kind, query, material, people, texts }) => [kind, query ?? material?.title, people, texts],
    )

  test('«нет» goes to the editors with what was missing, once a person; «да» takes it back', async () => {
    // Filtered, since a debounced search of an earlier test may be recorded meanwhile.
    const feedbackGaps = async () => (await queue()).filter(([kind]) => kind === 'feedback')
    const id = await addMaterial(it.world, it.subcategory, { title: 'Непонятная статья' })
    const say = (call: Call, helpful: boolean, text?: string) =>
      call(giveFeedback, {
        params: { materialId: id },
        body: { helpful, ...(text === undefined ? {} : { text }) },
      })
    expect(await say(it.A, false)).toEqual({ ok: true })
    await say(it.A, false, 'Где кнопка?')
    await say(it.B, false, '   ')
    expect(await feedbackGaps()).toEqual([['feedback', 'Непонятная статья', 2, ['Где кнопка?']]])
    const counted = async () => {
      const { helpful, not_helpful } = await it.editor(desk.getDeskMaterial, { params: { materialId: id } })
      return [helpful, not_helpful]
    }
    expect(await counted()).toEqual([0, 2])
    await say(it.B, true)
    expect(await counted()).toEqual([1, 1])
    expect(await feedbackGaps()).toEqual([['feedback', 'Непонятная статья', 1, ['Где кнопка?']]])
    await say(it.A, true)
    expect(await feedbackGaps()).toEqual([])
    await expect(say(it.A, false, 'x'.repeat(2001))).rejects.toMatchObject({
      code: 'invalid',
      fields: { text: expect.any(String) },
    })
    await Promise.all(Array.from({ length: 20 }, (_, n) => say(n % 2 === 0 ? it.A : it.B, false, `раз ${n}`)))
    expect((await feedbackGaps()).map(([, , people]) => people)).toEqual([2])
  })

  test('a line of the queue is closed by a material of the same base, and asked again it is open again', async () => {
    const { n1 } = it.walls.businesses
    const gap = async () =>
      (
        await it.world.sql<{ id: string }[]>`
        insert into knowledge_gaps (business_id, kind, query, people) values (${n1}, 'search', 'как варить плов', 1)
        returning id`
      )[0]?.id ?? ''
    const first = await gap()
    const answer = await addMaterial(it.world, it.subcategory, { title: 'Плов' })
    const foreign = await addMaterial(it.world, it.subcategory2, {})
    const close = (call: Call, material: string | null) =>
      call(tree.closeGap, { params: { gapId: first }, body: { material } })
    await expect(close(it.editor2, null)).rejects.toEqual(refused('not_found'))
    await expect(close(it.editor, foreign)).rejects.toEqual(refused('not_found'))
    await close(it.editor, answer)
    const [closed] = (await it.editor(tree.listGaps, { query: { closed: 'true' } })).results
    expect(closed).toMatchObject({ query: 'как варить плов', answer: { id: answer, title: 'Плов' } })
    await gap()
    expect((await queue()).map(([, asked]) => asked)).toContain('как варить плов')
    expect(await it.editor2(tree.listGaps, {})).toMatchObject({ results: [], total_items: 0 })
  })

  test('more than ten comments: the newest ten, and how many more there are', async () => {
    const id = await addMaterial(it.world, it.subcategory, { title: 'Спорная статья' })
    const [gap] = await it.world.sql<{ id: string }[]>`
      insert into knowledge_gaps (business_id, kind, material_id, people)
      values (${it.subcategory.business_id}, 'feedback', ${id}, 13) returning id`
    await it.world.sql`
      with told as (
        insert into people (business_id, first_name)
        select ${it.subcategory.business_id}, 'Голос' from generate_series(1, 13) returning id
      )
      insert into knowledge_gap_voices (gap_id, person_id, text, given_at)
      select ${gap?.id ?? ''}, id, 'раз ' || row_number() over (order by id),
        now() + (row_number() over (order by id)) * interval '1 second' from told`
    const { results } = await it.editor(tree.listGaps, {})
    const gap_row = results.find(({ material }) => material?.id === id)
    expect([gap_row?.texts.length, gap_row?.texts[0], gap_row?.more_texts]).toEqual([10, 'раз 13', 3])
    expect(results.find(({ material }) => material?.id !== id)?.more_texts).toBe(0)
  })

  test('a line waits for the publication of its material, and is free again when that is deleted', async () => {
    const { n1 } = it.walls.businesses
    const [gap] = await it.world.sql<{ id: string }[]>`
      insert into knowledge_gaps (business_id, kind, query, people) values (${n1}, 'search', 'как варить манты', 1)
      returning id`
    const params = { gapId: gap?.id ?? '' }
    const give = (material: string | null) => it.editor(tree.closeGap, { params, body: { material } })
    const line = async (closed: 'true' | 'false') =>
      (await it.editor(tree.listGaps, { query: { closed } })).results.find(
        ({ query }) => query === 'как варить манты',
      )
    const draft = (title: string) =>
      it.editor(desk.createMaterial, { body: { subcategory: it.subcategory.subcategory_id, title } })

    const dropped = await draft('Манты наспех')
    expect(await give(dropped.id)).toEqual({ ok: true, closed: false })
    expect(await line('false')).toMatchObject({ closed_at: null, answer: { title: 'Манты наспех' } })
    await it.editor(desk.deleteMaterial, { params: { materialId: dropped.id } })
    expect(await line('false')).toMatchObject({ closed_at: null, answer: null })

    const { id: materialId } = await draft('Манты')
    await give(materialId)
    const { revision } = await it.editor(desk.saveDraft, {
      params: { materialId },
      body: { revision: 1, title: 'Манты', content: '<p>На пару</p>', cover: null, files: [] },
    })
    expect(await line('false')).toMatchObject({ answer: { id: materialId } })
    await it.editor(desk.publishMaterial, { params: { materialId }, body: { revision } })
    expect(await line('false')).toBeUndefined()
    const closed = await line('true')
    expect(closed).toMatchObject({ closed_at: expect.any(String), answer: { id: materialId } })

    // A draft linked too late does not reopen a closed gap.
    expect(await give((await draft('Манты ещё раз')).id)).toEqual({ ok: true, closed: true })
    expect(await line('true')).toEqual(closed)
    expect(await give(null)).toEqual({ ok: true, closed: true })
  })

  test('a publication and an editor who gives its material to a line at that moment: the line closes', async () => {
    const { n1 } = it.walls.businesses
    for (let round = 0; round < 8; round += 1) {
      const id = await addMaterial(it.world, it.subcategory, { published: false })
      const [gap] = await it.world.sql<{ id: string }[]>`
        insert into knowledge_gaps (business_id, kind, query, people) values (${n1}, 'search', ${`гонка ${round}`}, 1)
        returning id`
      await Promise.all([
        it.editor(tree.closeGap, { params: { gapId: gap?.id ?? '' }, body: { material: id } }),
        it.editor(desk.publishMaterial, { params: { materialId: id }, body: { revision: 1 } }),
      ])
      expect(
        await it.world
          .sql`select closed_at is not null as closed from knowledge_gaps where id = ${gap?.id ?? ''}`,
      ).toEqual([{ closed: true }])
    }
  })

  test('synonyms are read and replaced whole', async () => {
    const set = (groups: string[][], revision: string) =>
      it.editor(tree.setSynonyms, { body: { groups, revision } })
    const empty = await it.editor(tree.getSynonyms, {})
    const given = [
      ['айко', ' iiko '],
      ['пейми', 'Payme', 'payme.uz'],
    ]
    const { revision } = await set(given, empty.revision)
    const written = {
      groups: [
        ['айко', 'iiko'],
        ['пейми', 'Payme', 'payme.uz'],
      ],
      revision,
    }
    expect(await it.editor(tree.getSynonyms, {})).toEqual(written)
    await expect(set([['одно']], revision)).rejects.toEqual(refused('invalid'))
    expect(await it.editor2(tree.getSynonyms, {})).toEqual(empty)

    // Two editors at once: the one with the older list is rejected.
    await expect(set([['чужое', 'другое']], empty.revision)).rejects.toMatchObject({
      code: 'stale_draft',
      message: expect.stringContaining('Синонимы уже изменил другой редактор'),
    })
    expect(await it.editor(tree.getSynonyms, {})).toEqual(written)
    const both = await Promise.allSettled([
      set([['раз', 'один']], revision),
      set([['два', 'двойка']], revision),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})
