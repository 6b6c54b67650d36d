import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getTree } from '@podmoga/contract/desk/knowledge'
import { getAudience, setAudience } from '@podmoga/contract/desk/material/audience'
import { getCare, setCare } from '@podmoga/contract/desk/material/care'
import * as calls from '@podmoga/contract/desk/material/exchange'
import { approveReview, getReview } from '@podmoga/contract/desk/material/review'
import { getDeskMaterial, publishMaterial, saveDraft } from '@podmoga/contract/desk/materials'
import { strFromU8, strToU8, type Unzipped, unzipSync, type Zippable, zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifySettings } from '../../http/settings.sql.ts'
import { addPerson } from '../../session/session.testing.ts'
import { addMaterial, openKnowledgeWorld } from '../knowledge.testing.ts'
import { unpackArchive } from './archive.read.ts'
import { claimImports, keepImport } from './imports.sql.ts'

let it: Awaited<ReturnType<typeof openKnowledgeWorld>>
beforeAll(async () => {
  it = await openKnowledgeWorld()
})
afterAll(() => it.world.close())

type Editor = typeof it.editor
const soon = <T>(look: () => T) => expect.poll(look, { timeout: 30_000 })
const upload = (zip: Uint8Array, call: Editor = it.editor) =>
  call(calls.checkKnowledgeImport, {
    form: {},
    files: [new File([new Uint8Array(zip)], 'база.zip', { type: 'application/zip' })],
  })
const look = (importId: string, call: Editor = it.editor) =>
  call(calls.getKnowledgeImport, { params: { importId } })
const settled = async (id: string, call: Editor = it.editor) => {
  await soon(async () => (await look(id, call)).state).not.toMatch(/^(?:checking|running)$/)
  return look(id, call)
}
const check = async (files: Zippable, call: Editor = it.editor) =>
  settled((await upload(zipSync(files), call)).id, call)
const bring = async (files: Zippable, call: Editor = it.editor) => {
  const { id } = await check(files, call)
  await call(calls.runKnowledgeImport, { params: { importId: id } })
  return settled(id, call)
}
const text = (source: string) => strToU8(source)
const titles = async (call: Editor = it.editor) => {
  const { sections } = await call(getTree, {})
  return sections.flatMap(({ subcategories }) => subcategories.flatMap(({ materials }) => materials))
}
const named = async (title: string, call: Editor = it.editor) =>
  (await titles(call)).find((material) => material.title === title)
const exported = async (call: Editor = it.editor): Promise<Unzipped> => {
  const { url } = await call(calls.exportKnowledge, { body: {} })
  const answer = await it.world.app.inject({ url })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
  return unzipSync(new Uint8Array(answer.rawPayload))
}

test('an archive is looked at first and writes nothing; then it comes in once, and the journal has it', async () => {
  const files = {
    'Кафе/Чай.md': text('---\ntitle: Чай\n---\n\nЗаварить. ![нет](img/нет.png)'),
    'Кафе/Кофе.md': text('# Кофе\n\nСмолоть. [Чай](Чай.md)'),
  }
  const checked = await check(files)
  expect(checked).toMatchObject({
    state: 'checked',
    problem: null,
    counts: { added: 2, changed: 0, same: 0 },
  })
  expect(checked.remarks).toEqual([
    { file: expect.stringContaining('Чай'), says: expect.stringContaining('img/нет.png') },
  ])
  expect(await named('Кофе')).toBeUndefined()
  const params = { importId: checked.id }
  const csv = await it.editor(calls.getKnowledgeRemarks, { params })
  expect(Buffer.from(csv.base64, 'base64').toString()).toContain('img/нет.png')
  await Promise.all([
    it.editor(calls.runKnowledgeImport, { params }),
    it.editor(calls.runKnowledgeImport, { params }),
  ])
  expect(await settled(checked.id)).toMatchObject({ state: 'done', counts: { added: 2 } })
  expect(await named('Кофе')).toMatchObject({ state: 'published' })
  await it.editor(calls.runKnowledgeImport, { params })
  expect((await look(checked.id)).state).toBe('done')
  const { count } = await it.world.sql`select from audit where event = 'knowledge_imported'`
  expect(count).toBe(1)
  expect((await check(files)).counts).toEqual({ added: 0, changed: 0, same: 2 })
  for (const other of [it.editor2, it.agent])
    await expect(look(checked.id, other)).rejects.toMatchObject({ status: expect.any(Number) })
  await expect(look(checked.id, it.editor2)).rejects.toMatchObject({ code: 'not_found' })
})

test('what an export says of audience, owner and re-check another business understands by names, or keeps unpublished', async () => {
  const { world, walls } = it
  const id = await addMaterial(world, it.subcategory, { title: 'Премии' })
  const params = { materialId: id }
  const { revision } = await it.editor(getAudience, { params })
  const body = { roles: ['manager' as const], restaurants: [walls.r11], groups: [], revision }
  await it.editor(setAudience, { params, body })
  await it.editor(setCare, {
    params,
    body: { owner: walls.editor.id, check_on: '2031-05-09', check_months: 6 },
  })
  const base = await exported()
  const about = Object.entries(base).find(
    ([path, bytes]) => /\.json$/.test(path) && strFromU8(bytes).includes('Премии'),
  )
  expect(JSON.parse(strFromU8(about?.[1] ?? text('{}')))).toMatchObject({
    audience: { roles: ['manager'], groups: [], restaurants: ['Ресторан 11'] },
    care: { owner: 'editor', check_on: '2031-05-09', check_months: 6 },
  })
  // The other business has no such restaurant, and no such editor.
  const done = await bring(base, it.editor2)
  expect(done.state).toBe('done')
  const says = done.remarks.map((remark) => remark.says).join('\n')
  expect(says).toContain('ресторана «Ресторан 11» нет')
  expect(says).toContain('редактора «editor» нет')
  const held = await named('Премии', it.editor2)
  expect(held).toMatchObject({
    state: 'draft',
    audience: 'Только управляющие',
    check_on: '2031-05-09',
    owner: null,
  })
  expect(await named('Чай', it.editor2)).toMatchObject({ state: 'published', audience: null })
  // In this business nothing differs, even after the restaurants were removed by hand.
  expect((await check(base)).counts).toMatchObject({ added: 0, changed: 0 })
  const now = await it.editor(getAudience, { params })
  await it.editor(setAudience, {
    params,
    body: { roles: [], restaurants: [], groups: [], revision: now.revision },
  })
  expect((await bring(base)).counts).toMatchObject({ added: 0, changed: 1 })
  expect(await it.editor(getAudience, { params })).toMatchObject({
    restaurants: [{ id: walls.r11 }],
    roles: ['manager'],
  })
  expect(await it.editor(getCare, { params })).toMatchObject({ owner: { id: walls.editor.id } })
})

/** Blocks imports where they read this table, until released. */
const hold = async (table: string) => {
  const held = Promise.withResolvers<void>()
  const end = Promise.withResolvers<void>()
  const over = it.world.sql.begin(async (tx) => {
    await tx`lock table ${tx(table)} in access exclusive mode`
    held.resolve()
    await end.promise
  })
  await Promise.race([held.promise, over])
  return async () => {
    end.resolve()
    await over
  }
}
const isHeld = (table: string) =>
  soon(
    async () =>
      (
        await it.world.sql`
          select from pg_locks where relation = ${table}::regclass and not granted and database = (
            select oid from pg_database where datname = current_database())`
      ).count,
  ).toBeGreaterThan(0)

test('while an archive is looked at, materials are published: also those that stand in it', async () => {
  const base = await exported()
  const material = await named('Премии')
  const params = { materialId: material?.id ?? '' }
  const { id, revision, content } = await it.editor(getDeskMaterial, { params })
  const letGo = await hold('material_care')
  const { id: importId } = await upload(zipSync(base))
  try {
    await isHeld('material_care')
    const draft = { revision, title: 'Премии и бонусы', content, cover: null, files: [] }
    const saved = await it.editor(saveDraft, { params, body: draft })
    await it.editor(publishMaterial, { params, body: { revision: saved.revision } })
  } finally {
    await letGo()
  }
  expect(await settled(importId)).toMatchObject({ state: 'checked' })
  expect(await named('Премии и бонусы')).toMatchObject({ id, state: 'published' })
})

test('N18: a server that dies in the midst of an import is replaced within seconds, one that lives is not; it comes in once', async () => {
  const { sql, clock } = it.world
  const { id } = await check({ 'Бар/Сбитень.md': text('# Сбитень\n\nСогреть.') })
  const claim = () => {
    const now = clock.now()
    return claimImports(sql, { now, lease_until: new Date(now.getTime() + 60_000), limit: 1 })
  }
  const dueAt = async () => {
    const [row] = await sql<{ due_at: Date }[]>`select due_at from knowledge_imports where id = ${id}`
    return row?.due_at.getTime() ?? 0
  }
  const letGo = await hold('material_reviews')
  try {
    await it.editor(calls.runKnowledgeImport, { params: { importId: id } })
    await isHeld('material_reviews')
    const first = await dueAt()
    expect(first - clock.now().getTime()).toBeLessThanOrEqual(10_000)
    expect(await claim()).toEqual([])
    await soon(dueAt).toBeGreaterThan(first)
    // The lease expires: the next server takes the import, and a late renewal by the first changes nothing.
    clock.move(11_000)
    const [taken] = await claim()
    expect(taken).toMatchObject({ id, state: 'running', attempts: 2 })
    const theirs = await dueAt()
    await keepImport(sql, { id, state: 'running', attempts: 1 }, new Date(theirs + 60_000))
    expect(await dueAt()).toBe(theirs)
  } finally {
    await letGo()
  }
  expect(await settled(id)).toMatchObject({ state: 'done', counts: { added: 1 } })
  expect((await titles()).filter(({ title }) => title === 'Сбитень')).toHaveLength(1)
})

test('where reviews are required an import sends texts to review, once; unchanged texts are not sent', async () => {
  const { world, walls } = it
  const business_id = walls.businesses.n1
  await world.sql`insert into business_settings (business_id, name, value) values (${business_id}, 'second_editor', 'true')
    on conflict do nothing`
  await notifySettings(world.sql, business_id)
  const files = {
    'Бар/Квас.md': text('# Квас\n\nНалить.'),
    'Кафе/Чай.md': text('---\ntitle: Чай\n---\n\nЗаварить дважды.'),
    'Кафе/Кофе.md': text('# Кофе\n\nСмолоть. [Чай](Чай.md)'),
  }
  await soon(async () => (await check(files)).is_reviewed).toBe(true)
  // Without another editor the texts become drafts, with a remark.
  const alone = await bring({ 'Бар/Морс.md': text('# Морс\n\nСварить.') })
  expect(alone.remarks[0]?.says).toContain('Второго редактора нет')
  expect(await named('Морс')).toMatchObject({ state: 'draft', review: null })
  const login = 'second@walls.test'
  await addPerson(world.sql, { business_id, email: login, desk: [{ role: 'editor', business_id }] })
  await world.sql`update people set email_verified_at = now() where email = ${login}`
  const second = world.as({ token: await world.signIn(login) })
  expect((await bring(files)).counts).toEqual({ added: 1, changed: 1, same: 1 })
  const [kvass, tea] = [await named('Квас'), await named('Чай')]
  expect(kvass).toMatchObject({ state: 'draft', review: { state: 'waiting', by: walls.editor.id } })
  expect(tea).toMatchObject({ state: 'changed', review: { state: 'waiting' } })
  await soon(() => world.mail.sent.filter(({ to }) => to === login).map(({ subject }) => subject)).toEqual([
    expect.stringContaining('2 материала ждут вашей проверки'),
  ])
  expect((await bring(files)).counts).toEqual({ added: 0, changed: 0, same: 3 })
  const params = { materialId: kvass?.id ?? '' }
  const { review } = await second(getReview, { params })
  await second(approveReview, { params, body: { seen: review?.asked_at ?? '' } })
  expect(await it.editor(getDeskMaterial, { params })).toMatchObject({ state: 'published' })
  await world.sql`delete from business_settings where name = 'second_editor'`
  await notifySettings(world.sql, business_id)
})

test('N05, N07: the journal has the export; a link is its editor’s own, while they are one', async () => {
  const { url } = await it.editor(calls.exportKnowledge, { body: {} })
  const { n2: business } = it.walls.businesses
  await expect(it.editor(calls.exportKnowledge, { body: { business } })).rejects.toMatchObject({
    code: 'not_found',
  })
  const { count } = await it.world.sql`select from audit where event = 'knowledge_exported'`
  expect(count).toBeGreaterThan(0)
  await it.world.sql`update desk_members set state = 'disabled' where person_id = ${it.walls.editor.id}`
  expect((await it.world.app.inject({ url })).statusCode).toBe(404)
  await it.world.sql`update desk_members set state = 'active' where person_id = ${it.walls.editor.id}`
  expect((await it.world.app.inject({ url: url.replace(/[^/]+\/([^/]+)$/, 'x/$1') })).statusCode).toBe(404)
})

test('what is no archive, or holds nothing, fails with a sentence and writes nothing', async () => {
  const refusal = await upload(strToU8('PK нет')).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'unsupported_type' })
  const empty = await check({ 'a.txt': text('нет') })
  expect(empty).toMatchObject({ state: 'failed', problem: expect.stringContaining('нет разделов') })
  expect(empty.problem).not.toContain('/tmp')
})

/** Makes an archive of one entry with a name in raw bytes, as old archivers do. */
const withRawName = (name: Uint8Array, body: string): Buffer => {
  const zip = Buffer.from(zipSync({ ['x'.repeat(name.length)]: text(body) }, { level: 0 }))
  for (let at = zip.indexOf('xxx'); at !== -1; at = zip.indexOf('xxx', at + name.length)) zip.set(name, at)
  return zip
}

test('N06: hostile archives: names that lead out, links, doubles, bombs, too many, and the letters of DOS', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-zip-'))
  const unpack = async (zip: Uint8Array, limits = { entries: 20, entry: 1000, total: 3000 }) => {
    const remarks: string[] = []
    const path = join(dir, 'a.zip')
    await writeFile(path, zip)
    const to = await mkdtemp(join(dir, 'to-'))
    const root = await unpackArchive(path, to, (remark) => remarks.push(remark), limits)
    return { remarks, root: root.slice(to.length) }
  }
  const link = { os: 3, attrs: 0o120777 << 16 }
  expect(
    await unpack(
      zipSync({
        'ok/a.md': text('да'),
        'ok/sub/b.md': text('да'),
        '../out.md': text('x'),
        'ok/../../out.md': text('x'),
        '/etc/passwd': text('x'),
        'C:/win.md': text('x'),
        'ok/link.md': [text('/etc/passwd'), link],
        'ok/A.md': text('другой'),
        'ok/big.md': text('ы'.repeat(900)),
        'ok/a.md/b.md': text('x'),
        '__MACOSX/ok/._a.md': text('x'),
        [`ok/${'д'.repeat(150)}.md`]: text('x'),
      }),
    ),
  ).toEqual({
    root: '/ok',
    remarks: [
      '../out.md: недопустимое имя файла',
      'ok/../../out.md: недопустимое имя файла',
      '/etc/passwd: недопустимое имя файла',
      'C:/win.md: недопустимое имя файла',
      'ok/link.md: ссылка файловой системы',
      'ok/A.md: второй файл с таким именем',
      expect.stringMatching(/^ok\/big\.md: больше /),
      'ok/a.md/b.md: файл и папка с одним именем',
      expect.stringMatching(/^ok\/д+\.md: слишком длинное имя$/),
    ],
  })
  const many = (count: number, body: string) =>
    zipSync(Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.md`, text(body)])))
  await expect(unpack(many(21, 'a'))).rejects.toThrow('больше 20 файлов')
  await expect(unpack(many(5, 'a'.repeat(900)))).rejects.toThrow('Разделите его')
  await expect(unpack(strToU8('PK\u0003\u0004 no'))).rejects.toThrow('повреждён')
  // «Чай.md» in cp866; then a header with a size smaller than the real one.
  const tea = Uint8Array.from([0x97, 0xa0, 0xa9, 0x2e, 0x6d, 0x64])
  expect(await unpack(withRawName(tea, 'да'))).toEqual({ root: '', remarks: [] })
  expect(await readNames(dir)).toContain('Чай.md')
  const liar = Buffer.from(zipSync({ 'bomb.md': text('a'.repeat(5000)) }))
  const at = liar.lastIndexOf('PK\u0001\u0002')
  liar.writeUInt32LE(10, at + 24)
  await expect(unpack(liar)).rejects.toThrow('повреждён')
  await rm(dir, { recursive: true })
})

const readNames = async (dir: string): Promise<string[]> => {
  const { readdir } = await import('node:fs/promises')
  return (await readdir(dir, { recursive: true })).map((path) => path.split('/').at(-1) ?? '')
}
