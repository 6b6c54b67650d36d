import * as tree from '@podmoga/contract/desk/knowledge'
import * as desk from '@podmoga/contract/desk/materials'
import { getMaterial, listMaterials, listSections } from '@podmoga/contract/knowledge'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testDocx } from '../knowledge.testing.files.ts'
import { openKnowledgeWorld } from '../knowledge.testing.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
let materialId: string
beforeAll(async () => {
  it = await openKnowledgeWorld()
})
afterAll(() => it.world.close())
beforeEach(async () => {
  materialId = await create('Как закрыть смену')
})

const create = async (title: string) =>
  (await it.editor(desk.createMaterial, { body: { subcategory: it.subcategory.subcategory_id, title } })).id
const load = (id = materialId, call = it.editor) => call(desk.getDeskMaterial, { params: { materialId: id } })
const read = (id = materialId) => it.A(getMaterial, { params: { materialId: id } })
const save = async (
  change: Partial<{
    revision: number
    title: string
    content: string
    cover: string | null
    files: string[]
  }>,
  id = materialId,
) => {
  const { title, content, cover, files, revision } = await load(id)
  const body = {
    revision,
    title,
    content,
    cover: cover?.id ?? null,
    files: files.map((file) => file.id),
    ...change,
  }
  return it.editor(desk.saveDraft, { params: { materialId: id }, body })
}
const publish = async (id = materialId) =>
  it.editor(desk.publishMaterial, {
    params: { materialId: id },
    body: { revision: (await load(id)).revision },
  })

const png = async (name = 'Схема смены.png', width = 2000) => {
  const bytes = await sharp({ create: { width, height: 500, channels: 3, background: '#2858cd' } })
    .withExif({ IFD0: { Artist: 'secret' } })
    .png()
    .toBuffer()
  return new File([new Uint8Array(bytes)], name, { type: 'image/png' })
}
const upload = (kind: 'picture' | 'cover', file: File, id = materialId) =>
  it.editor(desk.uploadPicture, { params: { materialId: id }, form: { kind }, files: [file] })

describe('also asked', () => {
  const ask = (also_asked: string[], seen: string[], call = it.editor) =>
    call(desk.setAlsoAsked, { params: { materialId }, body: { also_asked, seen } })

  test('the search finds a material by its questions at once, and its text and revision stay', async () => {
    const { revision } = await save({ content: '<p>Снимите кассу.</p>' })
    await ask([' как снять зетку ', 'как снять зетку'], [])
    expect(await load()).toMatchObject({ also_asked: ['как снять зетку'], revision, state: 'draft' })
    const found = async () =>
      (await it.A(listMaterials, { query: { search: 'как снять зетку' } })).map(({ id }) => id)
    expect(await found()).not.toContain(materialId)
    await publish()
    await expect.poll(found).toContain(materialId)
    await ask(['трямбурляция'], ['как снять зетку'])
    expect(await load()).toMatchObject({ state: 'published' })
    await expect
      .poll(async () => (await it.A(listMaterials, { query: { search: 'трямбурляция' } }))[0]?.id)
      .toBe(materialId)
  })

  test('two editors at once: the newer list is not written over, commas in it or not', async () => {
    await ask(['чек, касса'], [])
    await expect(ask(['другое'], [])).rejects.toMatchObject({ code: 'stale_draft' })
    await expect(ask(['другое'], ['чек', ' касса'])).rejects.toMatchObject({ code: 'stale_draft' })
    expect((await load()).also_asked).toEqual(['чек, касса'])
  })

  test('more than fifty lines or two hundred letters are refused', async () => {
    const lines = Array.from({ length: 51 }, (_, at) => `вопрос ${at}`)
    await expect(ask(lines, [])).rejects.toMatchObject({ code: 'invalid' })
    await expect(ask(['я'.repeat(201)], [])).rejects.toMatchObject({ code: 'invalid' })
    expect((await load()).also_asked).toEqual([])
  })
})

describe('draft and publishing', () => {
  test('readers see what was published, never what is being written', async () => {
    await expect(read()).rejects.toMatchObject({ code: 'not_found' })
    const saved = await save({ content: '<p>Первый <script>x</script>текст</p>' })
    expect(saved).toMatchObject({ revision: 2, state: 'draft', problems: [] })
    await expect(read()).rejects.toMatchObject({ code: 'not_found' })

    expect(await publish()).toMatchObject({ revision: 3, version: 1, problems: [] })
    expect(await read()).toMatchObject({ title: 'Как закрыть смену', content: '<p>Первый текст</p>' })

    expect(await save({ title: 'Новое имя', content: '<p>Второй</p>' })).toMatchObject({ state: 'changed' })
    expect(await read()).toMatchObject({ title: 'Как закрыть смену', content: '<p>Первый текст</p>' })
    expect(await load()).toMatchObject({ title: 'Новое имя', content: '<p>Второй</p>', state: 'changed' })
    await publish()
    expect(await read()).toMatchObject({ title: 'Новое имя', content: '<p>Второй</p>' })
    expect(await load()).toMatchObject({ state: 'published', edited_by: 'editor' })
  })

  test('a save of what is published leaves no draft; publishing twice makes no version', async () => {
    await save({ content: '<p>Текст</p>' })
    await publish()
    await save({ content: '<p>Другой</p>' })
    expect(await save({ content: '<p>Текст</p>' })).toMatchObject({ state: 'published' })
    expect((await publish()).version).toBe(1)
    expect((await it.editor(desk.listVersions, { params: { materialId } })).length).toBe(1)
  })

  test('an empty text and a picture that says nothing are not published', async () => {
    await save({ content: '<p> </p>' })
    await expect(publish()).rejects.toMatchObject({
      code: 'invalid',
      fields: { content: 'Обязательное поле' },
    })
    const { id, url } = await upload('picture', await png())
    const picture = (alt: string) => `<p>Вот</p><img data-file="${id}" src="${url}" alt="${alt}">`
    expect((await save({ content: picture('  ') })).problems.map(({ kind }) => kind)).toEqual(['alt'])
    await expect(publish()).rejects.toMatchObject({ code: 'invalid' })
    await save({ content: picture('Кнопка «Закрыть смену»') })
    expect((await publish()).problems).toEqual([])
  })

  test('a retry of a publication after a lost answer succeeds; over another editor’s text it is refused', async () => {
    await save({ content: '<p>Первый</p>' })
    const { revision } = await load()
    const again = () => it.editor(desk.publishMaterial, { params: { materialId }, body: { revision } })
    const first = await again()
    expect(await again()).toEqual(first)
    await save({ content: '<p>Второй</p>' })
    await expect(again()).rejects.toMatchObject({ code: 'stale_draft' })
    await publish()
    await expect(again()).rejects.toMatchObject({ code: 'stale_draft' })
  })

  test('an unpublished material is hidden from readers and search, and can be published again', async () => {
    await save({ title: 'Абракадабра', content: '<p>Текст</p>' })
    await publish()
    const found = async () => (await it.A(listMaterials, { query: { search: 'абракадабра' } })).length
    expect(await found()).toBe(1)
    await it.editor(desk.unpublishMaterial, { params: { materialId } })
    await expect(read()).rejects.toMatchObject({ code: 'not_found' })
    expect(await found()).toBe(0)
    expect(await load()).toMatchObject({ state: 'draft', content: '<p>Текст</p>', published_at: null })
    expect((await publish()).version).toBe(2)
    expect(await found()).toBe(1)
  })

  test('a long article is taken, a longer one refused with its own sentence', async () => {
    const long = `<p>${'слово '.repeat(60_000)}</p>`
    expect((await save({ content: long })).state).toBe('draft')
    expect((await load()).content.length).toBe(long.length)
    await expect(save({ content: 'x'.repeat(400_001) })).rejects.toMatchObject({
      code: 'invalid',
      fields: { content: expect.stringContaining('Не больше') },
    })
    await expect(save({ content: 'x'.repeat(3_000_000) })).rejects.toMatchObject({ code: 'too_large' })
    await expect(save({ content: 'a\u0000b' })).rejects.toMatchObject({ code: 'invalid' })
  })
})

describe('two editors at once', () => {
  test('nobody writes over what they have not seen: the refusal names who and when', async () => {
    const mine = await load()
    await save({ content: '<p>Слова другого редактора</p>' })
    const newer = await load()
    const refused = it.editor(desk.saveDraft, {
      params: { materialId },
      body: { revision: mine.revision, title: mine.title, content: '<p>Мои</p>', cover: null, files: [] },
    })
    await expect(refused).rejects.toMatchObject({
      code: 'stale_draft',
      status: 409,
      message: expect.stringContaining('editor'),
      fields: { author: 'editor', revision: String(mine.revision + 1), edited_at: newer.edited_at },
    })
    expect((await load()).content).toBe('<p>Слова другого редактора</p>')
    for (const call of [desk.publishMaterial, desk.restoreVersion])
      await expect(
        it.editor(call, { params: { materialId, number: '1' }, body: { revision: mine.revision } }),
      ).rejects.toMatchObject({ code: 'stale_draft' })
  })

  test('of twenty saves of one revision exactly one is kept', async () => {
    const { revision, title } = await load()
    const saves = await Promise.allSettled(
      Array.from({ length: 20 }, (_, n) =>
        it.editor(desk.saveDraft, {
          params: { materialId },
          body: { revision, title, content: `<p>${n}</p>`, cover: null, files: [] },
        }),
      ),
    )
    const kept = saves.flatMap((outcome, n) => (outcome.status === 'fulfilled' ? [n] : []))
    expect(kept.length).toBe(1)
    expect(await load()).toMatchObject({ revision: revision + 1, content: `<p>${kept[0]}</p>` })
  })

  test('the tree is moved by many at once and stays whole', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, (_, n) => create(`Куда-то ${n}`)))
    await Promise.all(
      ids.map((id, n) =>
        it.editor(desk.moveMaterial, {
          params: { materialId: id },
          body: { subcategory: it.subcategory.subcategory_id, position: n % 3 },
        }),
      ),
    )
    const rows = await it.world.sql<{ position: number }[]>`
      select position from materials where subcategory_id = ${it.subcategory.subcategory_id} order by position`
    expect(rows.map(({ position }) => position)).toEqual(rows.map((_, n) => n + 1))
  })
})

describe('versions', () => {
  test('an older version comes back as a draft, with its cover, pictures and files', async () => {
    const cover = await upload('cover', await png())
    const picture = await upload('picture', await png())
    const file = await it.editor(desk.uploadFile, {
      params: { materialId },
      files: [await testDocx('Чек-лист.docx')],
    })
    const content = `<p>Раз</p><img data-file="${picture.id}" alt="Схема" width="1600" height="400" />`
    await save({ title: 'Один', content, cover: cover.id, files: [file.id] })
    await publish()
    await save({ title: 'Два', content: '<p>Два</p>', cover: null, files: [] })
    await publish()
    const versions = await it.editor(desk.listVersions, { params: { materialId } })
    expect(versions.map(({ number, title, published_by }) => [number, title, published_by])).toEqual([
      [2, 'Два', 'editor'],
      [1, 'Один', 'editor'],
    ])
    const first = await it.editor(desk.getVersion, { params: { materialId, number: '1' } })
    expect(first).toMatchObject({
      cover: { id: cover.id },
      files: [{ id: file.id, file_name: 'Чек-лист.docx' }],
    })
    const { revision } = await load()
    await it.editor(desk.restoreVersion, { params: { materialId, number: '1' }, body: { revision } })
    expect(await load()).toMatchObject({ title: 'Один', state: 'changed', content: first.content })
    expect((await read()).title).toBe('Два')
    await publish()
    expect((await read()).title).toBe('Один')
    await expect(it.editor(desk.getVersion, { params: { materialId, number: '9' } })).rejects.toMatchObject({
      code: 'not_found',
    })
  })
})

describe('a version over a draft', () => {
  const restore = (revision: number) =>
    it.editor(desk.restoreVersion, { params: { materialId, number: '1' }, body: { revision } })

  test('whoever has not seen the newest draft restores nothing over it', async () => {
    await save({ title: 'Один', content: '<p>Один</p>' })
    await publish()
    const seen = await load()
    const cover = await upload('cover', await png())
    await save({ title: 'Два', content: '<p>Слова коллеги</p>', cover: cover.id })
    const newer = await load()
    await expect(restore(seen.revision)).rejects.toMatchObject({
      code: 'stale_draft',
      status: 409,
      message: expect.stringContaining('editor'),
      fields: { author: 'editor', revision: String(newer.revision), edited_at: newer.edited_at },
    })
    expect(await load()).toMatchObject({
      title: 'Два',
      content: '<p>Слова коллеги</p>',
      cover: { id: cover.id },
      revision: newer.revision,
    })
    expect(await restore(newer.revision)).toEqual({ revision: newer.revision + 1 })
    expect(await load()).toMatchObject({ title: 'Один', content: '<p>Один</p>', cover: null })
  })

  test('of a save and a restoring of one revision exactly one is kept, whichever comes first', async () => {
    await save({ content: '<p>Один</p>' })
    await publish()
    await save({ content: '<p>Два</p>' })
    const { revision, title } = await load()
    const body = { revision, title, content: '<p>Три</p>', cover: null, files: [] }
    const outcomes = await Promise.allSettled([
      restore(revision),
      it.editor(desk.saveDraft, { params: { materialId }, body }),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const [restored] = outcomes
    const content = restored.status === 'fulfilled' ? '<p>Один</p>' : '<p>Три</p>'
    expect(await load()).toMatchObject({ content, revision: revision + 1 })
  })
})

describe('pictures and files', () => {
  test('a picture is drawn anew: sized, without metadata; its link opens', async () => {
    const picture = await upload('picture', await png())
    expect(picture).toMatchObject({
      file_name: 'Схема смены.webp',
      content_type: 'image/webp',
      width: 1600,
      height: 400,
    })
    const { rawPayload, statusCode } = await it.world.app.inject(picture.url)
    expect(statusCode).toBe(200)
    const facts = await sharp(rawPayload).metadata()
    expect([facts.format, facts.exif]).toEqual(['webp', undefined])
    const small = await upload('cover', await png('a.png', 300))
    expect(small).toMatchObject({ width: 300, height: 500 })
  })

  test('what is no picture is refused; a form without a file too', async () => {
    const fake = new File(['<svg onload="alert(1)"/>'], 'x.png', { type: 'image/png' })
    await expect(upload('picture', fake)).rejects.toMatchObject({ code: 'unsupported_type' })
    await expect(upload('picture', new File(['x'], 'x.svg'))).rejects.toMatchObject({
      code: 'unsupported_type',
    })
    await expect(
      it.editor(desk.uploadPicture, { params: { materialId }, form: {}, files: [] }),
    ).rejects.toMatchObject({ code: 'invalid' })
    await expect(
      it.editor(desk.uploadFile, { params: { materialId }, files: [await testDocx(), await testDocx()] }),
    ).rejects.toMatchObject({ code: 'invalid' })
    const [left] = await it.world.sql`select count(*)::int as n from stored_files where attached_at is null`
    expect(left).toEqual({ n: 0 })
  })

  test('the same upload sent twice is one file', async () => {
    const key = crypto.randomUUID()
    const send = async () =>
      it.editor(
        desk.uploadPicture,
        { params: { materialId }, form: { kind: 'picture' }, files: [await png()] },
        { idempotency_key: key },
      )
    expect((await send()).id).toBe((await send()).id)
    const [row] = await it.world
      .sql`select count(*)::int as n from material_files where material_id = ${materialId}`
    expect(row).toEqual({ n: 1 })
  })

  test('a picture copied with its text from another material is taken over, a stranger’s is not', async () => {
    const other = await create('Другой')
    const picture = await upload('picture', await png(), other)
    const foreign = `<img data-file="00000000-0000-4000-8000-000000000000" alt="нет">`
    const saved = await save({ content: `<p>А</p><img data-file="${picture.id}" alt="Схема">${foreign}` })
    expect(saved.problems.map(({ kind }) => kind)).toEqual(['file'])
    const { content } = await load()
    expect(content.match(/<img /g)?.length).toBe(1)
    expect(content).not.toContain(picture.id)
    await publish()
    const [, url = ''] = /<img src="([^"]+)"/.exec((await read()).content) ?? []
    await it.editor(desk.deleteMaterial, { params: { materialId: other } })
    expect((await it.world.app.inject(url)).statusCode).toBe(200)
    const [row] = await it.world.sql`select count(*)::int as n from stored_files where attached_at is null`
    expect(row).toEqual({ n: 0 })
  })

  test('a cover and files must have been uploaded here', async () => {
    const other = await upload('cover', await png(), await create('Другой'))
    await expect(save({ cover: other.id })).rejects.toMatchObject({
      code: 'invalid',
      fields: { cover: expect.any(String) },
    })
    await expect(save({ files: [other.id] })).rejects.toMatchObject({ code: 'invalid' })
    await expect(save({ files: ['not-an-id'] })).rejects.toMatchObject({ code: 'invalid' })
  })

  test('a deleted material gives its bytes up', async () => {
    await upload('picture', await png())
    await it.editor(desk.deleteMaterial, { params: { materialId } })
    await expect(load()).rejects.toMatchObject({ code: 'not_found' })
    const [row] = await it.world.sql`select count(*)::int as n from stored_files where attached_at is null`
    expect(row).toEqual({ n: 1 })
    await it.world.sql`delete from stored_files where attached_at is null`
  })
})

describe('links between materials', () => {
  test('by id or by a copied address; broken and unpublished ones are told', async () => {
    const target = await create('Куда ведёт')
    const links = [
      `<a data-material="${target}" href="x">раз</a>`,
      `<a href="/77/section/1/material/${target}">два</a>`,
      `<a href="material:${target}">три</a>`,
      '<a data-material="999999">мимо</a>',
    ]
    const saved = await save({ content: `<p>${links.join(' ')}</p>` })
    expect(saved.problems.map(({ text }) => text)).toEqual([
      ...['раз', 'два', 'три'].map(
        (word) => `Ссылка «${word}» ведёт на неопубликованный материал «Куда ведёт».`,
      ),
      'Ссылка «мимо» ведёт на материал, которого нет.',
    ])
    await save({ content: '<p>Есть</p>' }, target)
    await publish(target)
    expect((await publish()).problems.length).toBe(1)
    const href = `/${it.walls.r11}/section/${it.subcategory.section_id}/material/${target}`
    expect((await read()).content).toBe(
      `<p><a href="${href}">раз</a> <a href="${href}">два</a> <a href="${href}">три</a> <a>мимо</a></p>`,
    )
    const draft = await load()
    expect(draft.content).toContain(`<a data-material="${target}" href="${href}">раз</a>`)
    expect((await save({ content: draft.content })).state).toBe('published')
  })
})

describe('the tree', () => {
  test('made, renamed, moved and deleted; readers see only what holds something published', async () => {
    const section = await it.editor(tree.createSection, { body: { name: 'Склад' } })
    const first = await it.editor(tree.createSubcategory, { body: { section: section.id, name: 'Приёмка' } })
    const second = await it.editor(tree.createSubcategory, { body: { section: section.id, name: 'Приёмка' } })
    const named = async () => (await it.A(listSections, {})).map(({ name }) => name)
    expect(await named()).not.toContain('Склад')

    await it.editor(desk.moveMaterial, {
      params: { materialId },
      body: { subcategory: first.id, position: 0 },
    })
    await save({ content: '<p>Текст</p>' })
    await publish()
    expect(await it.A(listSections, {})).toContainEqual({
      id: section.id,
      name: 'Склад',
      subcategories: [{ id: first.id, name: 'Приёмка' }],
    })
    await it.editor(tree.renameSection, {
      params: { sectionId: section.id },
      body: { name: 'Склад и кухня' },
    })
    await it.editor(tree.moveSection, { params: { sectionId: section.id }, body: { position: 0 } })
    expect((await named())[0]).toBe('Склад и кухня')
    await it.editor(tree.renameSubcategory, {
      params: { subcategoryId: second.id },
      body: { name: 'Списание' },
    })
    await it.editor(tree.moveSubcategory, {
      params: { subcategoryId: second.id },
      body: { section: section.id, position: 0 },
    })
    const shown = await it.editor(tree.getTree, {})
    expect(shown.sections[0]?.subcategories.map(({ name }) => name)).toEqual(['Списание', 'Приёмка'])
    expect(shown.sections[0]?.subcategories[1]?.materials).toMatchObject([
      { id: materialId, state: 'published' },
    ])

    const refused = (code: string) => expect.objectContaining({ code })
    await expect(it.editor(tree.deleteSection, { params: { sectionId: section.id } })).rejects.toEqual(
      refused('not_empty'),
    )
    await expect(it.editor(tree.deleteSubcategory, { params: { subcategoryId: first.id } })).rejects.toEqual(
      refused('not_empty'),
    )
    await expect(it.editor(desk.deleteMaterial, { params: { materialId } })).rejects.toEqual(
      refused('material_published'),
    )
    await it.editor(desk.unpublishMaterial, { params: { materialId } })
    await it.editor(desk.deleteMaterial, { params: { materialId } })
    for (const { id } of [first, second])
      await it.editor(tree.deleteSubcategory, { params: { subcategoryId: id } })
    await it.editor(tree.deleteSection, { params: { sectionId: section.id } })
    expect(await named()).not.toContain('Склад и кухня')
  })

  test('frequent questions are those of the list, in its order', async () => {
    const ids = [materialId, await create('Второй'), await create('Третий')]
    for (const id of ids) {
      await save({ content: '<p>Текст</p>' }, id)
      await publish(id)
    }
    const faq = async () => (await it.A(listMaterials, {})).map(({ id }) => id)
    const put = (materials: string[], seen: string[]) => it.editor(tree.setFaq, { body: { materials, seen } })
    await put([...ids].reverse(), [])
    expect(await faq()).toEqual([...ids].reverse())
    await put(ids.slice(0, 2), [...ids].reverse())
    expect(await faq()).toEqual(ids.slice(0, 2))
    await expect(put(['999999'], ids.slice(0, 2))).rejects.toMatchObject({ code: 'not_found' })
    await put([], ids.slice(0, 2))
    expect(await faq()).toEqual([])
  })

  test('two editors of the frequent questions at once: the second is refused, nothing is written over', async () => {
    const ids = [materialId, await create('Второй'), await create('Третий')]
    const put = (materials: string[], seen: string[]) => it.editor(tree.setFaq, { body: { materials, seen } })
    await put(ids, [])
    const answers = await Promise.allSettled([put([ids[0] ?? ''], ids), put([ids[1] ?? ''], ids)])
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(put([], ids)).rejects.toMatchObject({
      code: 'stale_draft',
      message: expect.stringContaining('Частые вопросы уже изменил другой редактор'),
    })
    const { sections } = await it.editor(tree.getTree, {})
    const left = sections
      .flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
      .filter(({ faq_position }) => faq_position !== null)
    expect(left).toHaveLength(1)
    await put(
      [],
      left.map(({ id }) => id),
    )
  })
})
