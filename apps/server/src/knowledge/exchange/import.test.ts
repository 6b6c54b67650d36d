import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as tree from '@podmoga/contract/desk/knowledge'
import * as desk from '@podmoga/contract/desk/materials'
import { getMaterial, listMaterials, listSections } from '@podmoga/contract/knowledge'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_DIR } from '../../demo/knowledge/seed-knowledge.ts'
import { bombOf900Megapixels, turnedPhoto } from '../../files/testing-pictures.ts'
import { systemClock } from '../../ports/clock.ts'
import { diskFiles } from '../../ports/disk-files.ts'
import { progressBar } from '../../progress-bar.ts'
import { openWorld, type TestWorld } from '../../testing.ts'
import { cleanHtml } from '../knowledge.html.ts'
import { exportKnowledge } from './export.ts'
import { htmlOfMarkdown } from './folder.markdown.ts'
import { readKnowledgeFolder } from './folder.read.ts'
import { readPage } from './folder.text.ts'
import { findBusinessOfNetwork } from './import.sql.ts'
import { type ImportWorld, importKnowledge } from './import.ts'

let world: TestWorld
let outside: ImportWorld
let dir: string
let editor: ReturnType<TestWorld['as']>

beforeAll(async () => {
  world = await openWorld({ SEED: 'demo' })
  dir = await mkdtemp(join(tmpdir(), 'podmoga-import-'))
  const files = await diskFiles(join(world.config.DATA_DIR, 'files'))
  outside = { sql: world.sql, config: world.config, clock: systemClock, files }
  editor = world.as({ token: await world.signIn('editor@demo.test', 'Demo-editor-1') })
})
afterAll(async () => {
  await world.close()
  await rm(dir, { recursive: true, force: true })
})

const business = async (network: string) => (await findBusinessOfNetwork(world.sql, network)) ?? ''
const staff = async (network: string) => {
  const [login, password, restaurant_id] =
    network === 'demo' ? ['aziza@demo.test', 'Demo-pass-1', '1'] : ['stranger@other.test', 'Demo-pass-9', '9']
  return world.as({ token: await world.signIn(login ?? '', password), restaurant_id: restaurant_id ?? '' })
}
const exportOf = async (network: string, name: string) => {
  const path = join(dir, name)
  await exportKnowledge(outside, await business(network), path)
  return path
}
const importInto = async (network: string, path: string) =>
  importKnowledge(outside, await business(network), await readKnowledgeFolder(path))

/** Reads every file below a folder, as text or as bytes in hex. */
const contents = async (root: string): Promise<Record<string, string>> => {
  const all: Record<string, string> = {}
  for (const entry of await readdir(root, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const text = /\.(html|json)$/.test(entry.name)
    all[path.slice(root.length)] = await readFile(path, text ? 'utf8' : 'hex')
  }
  return all
}

test('a round trip loses nothing: another base filled from an export exports the same bytes', async () => {
  const { sections } = await editor(tree.getTree, {})
  const [changed, hidden] = sections.flatMap(({ subcategories }) =>
    subcategories.flatMap((it) => it.materials),
  )
  const draft = async (id: string, title: string) => {
    const { revision, content, cover, files } = await editor(desk.getDeskMaterial, {
      params: { materialId: id },
    })
    const body = { revision, title, content: `${content}<p>Ещё</p>`, cover: cover?.id ?? null }
    await editor(desk.saveDraft, {
      params: { materialId: id },
      body: { ...body, files: files.map((file) => file.id) },
    })
  }
  await draft(changed?.id ?? '', 'Недописанное')
  await editor(desk.unpublishMaterial, { params: { materialId: hidden?.id ?? '' } })

  const first = await exportOf('demo', 'first')
  expect((await importInto('other', first)).warnings).toEqual([])
  const second = await exportOf('other', 'second')
  expect(await contents(second)).toEqual(await contents(first))

  const original = await readKnowledgeFolder(DEMO_DIR)
  const returned = await readKnowledgeFolder(second)
  expect(returned.synonyms).toEqual(original.synonyms)
  const articles = (folder: typeof original) =>
    folder.sections.flatMap(({ subcategories }) => subcategories.flatMap((it) => it.articles))
  expect(articles(original).some(({ also_asked = [] }) => also_asked.length > 0)).toBe(true)
  const all = new Map(articles(returned).map((article) => [article.slug, article]))
  // Normalised: HTML may write the same in two ways.
  const plain = (html: string) =>
    html
      .replace(/\s+/g, ' ')
      .replace(/&quot;/g, '"')
      .trim()
  for (const article of articles(original)) {
    const back = all.get(article.slug)
    expect(plain(back?.html ?? ''), article.slug).toContain(plain(article.html))
    expect([back?.title, back?.faq], article.slug).toEqual([article.title, article.faq])
    expect([...(back?.also_asked ?? [])], article.slug).toEqual([...(article.also_asked ?? [])])
    expect(back?.files.map(({ name }) => name)).toEqual(article.files.map(({ name }) => name))
    expect(back?.cover?.width).toBe(article.cover?.width)
  }
  expect([...all.values()].filter(({ published }) => !published).map(({ title }) => title)).toEqual([
    hidden?.title,
  ])
  expect([...all.values()].flatMap(({ draft }) => draft?.title ?? [])).toEqual(['Недописанное'])
})

test('the same folder again changes nothing, an edited one only what was edited', async () => {
  const path = join(dir, 'first')
  const total = (await readKnowledgeFolder(path)).sections.flatMap(({ subcategories }) =>
    subcategories.flatMap(({ articles }) => articles),
  ).length
  const stored = async () => (await world.sql`select count(*)::int as n from stored_files`)[0]?.n
  const before = await stored()
  expect(await importInto('other', path)).toEqual({
    added: 0,
    changed: 0,
    same: total,
    warnings: [],
    asked: [],
  })
  expect(await stored()).toBe(before)

  const edited = join(dir, 'edited')
  await cp(path, edited, { recursive: true })
  const [section = ''] = (await readdir(edited)).filter((name) => /^01-/.test(name))
  const page = join(edited, section, '03-shift-24h.html')
  await writeFile(page, `${await readFile(page, 'utf8')}<p>Новая строка про фламинго</p>`)
  expect(await importInto('other', edited)).toMatchObject({ added: 0, changed: 1, same: total - 1 })
  const found = await (await staff('other'))(listMaterials, { query: { search: 'фламинго' } })
  expect(found.length).toBe(1)
  expect(await (await staff('demo'))(listMaterials, { query: { search: 'фламинго' } })).toEqual([])
})

test('a folder of Markdown made by another program: pictures, links, callouts, tables, and no JSON at all', async () => {
  const root = join(dir, 'markdown')
  await mkdir(join(root, '02 Бар и напитки'), { recursive: true })
  await mkdir(join(root, 'images'))
  await mkdir(join(root, 'files'))
  await sharp({ create: { width: 640, height: 320, channels: 3, background: '#fff' } })
    .png()
    .toFile(join(root, 'images', 'кран.png'))
  const [docx = ''] = (await readdir(join(DEMO_DIR, 'files'))).filter((name) => name.endsWith('.docx'))
  await cp(join(DEMO_DIR, 'files', docx), join(root, 'files', 'act.docx'))
  await writeFile(
    join(root, '02 Бар и напитки', '1-pour.md'),
    [
      '# Как налить пиво',
      '',
      '![Кран с ручкой](../images/%D0%BA%D1%80%D0%B0%D0%BD.png)',
      '',
      '> [!WARNING]',
      '> Бокал должен быть **сухим**.',
      '',
      '| Сорт | Температура |',
      '|---|---|',
      '| лагер | 4–6 °C |',
      '',
      'Дальше: [мойка](2-wash.md#now), [акт](../files/act.docx), [сайт](https://example.org/a.html), [нет](9-no.md).',
      '',
      '<script>alert(1)</script>',
    ].join('\n'),
  )
  await writeFile(join(root, '02 Бар и напитки', '2-wash.md'), 'Мойте [после налива](./1-pour.md).\n')
  const imported = await importInto('other', root)
  expect(imported).toMatchObject({ added: 2, changed: 0 })
  expect(imported.warnings).toEqual(['pour: ссылка на статью «no», которой нет в папке'])
  const call = await staff('other')
  const section = (await call(listSections, {})).find(({ name }) => name === 'Бар и напитки')
  expect(section?.subcategories.map(({ name }) => name)).toEqual(['Общее'])
  const [found] = await call(listMaterials, { query: { search: 'как налить пиво' } })
  const { title, content, files } = await call(getMaterial, { params: { materialId: found?.id ?? '' } })
  expect([title, files]).toEqual(['Как налить пиво', []])
  expect(content).toMatch(
    /<img src="\/files\/[^"]+" alt="Кран с ручкой" width="640" height="320" loading="lazy"/,
  )
  expect(content).toMatch(
    /<aside class="callout callout-warning"><p>Бокал должен быть <strong>сухим<\/strong>/,
  )
  expect(content).toContain('<td>4–6 °C</td>')
  expect(content).toMatch(/<a href="\/9\/section\/\d+\/material\/\d+">мойка<\/a>/)
  expect(content).toMatch(/<a href="\/files\/[^"]+act\.docx" target="_blank" rel="noopener noreferrer">акт/)
  expect(content).toContain(
    '<a href="https://example.org/a.html" target="_blank" rel="noopener noreferrer">сайт',
  )
  expect(content).toContain(', нет.')
  expect(content).not.toContain('script')
})

test('what cannot be read is named and nothing is written', async () => {
  const count = async () =>
    (
      await world.sql`
      select (select count(*)::int from materials) as materials, (select count(*)::int from stored_files) as files`
    )[0]
  const before = await count()
  const broken = async (name: string, files: Record<string, string>) => {
    const root = join(dir, name)
    await mkdir(join(root, '01-a'), { recursive: true })
    for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
    return importInto('other', root)
  }
  const article = JSON.stringify({ title: 'А', subcategory: 'common' })
  await expect(importInto('other', join(dir, 'nowhere'))).rejects.toThrow('не читается')
  await expect(broken('empty', {})).rejects.toThrow('нет разделов')
  await expect(broken('json', { '01-a/1-x.html': '', '01-a/1-x.json': '{' })).rejects.toThrow(
    'файл не читается',
  )
  await expect(broken('shape', { '01-a/1-x.html': '', '01-a/1-x.json': '{"faq":"1"}' })).rejects.toThrow(
    '«faq»',
  )
  await expect(
    broken('place', { '01-a/1-x.html': '', '01-a/1-x.json': article.replace('common', 'other') }),
  ).rejects.toThrow('подраздела other нет')
  await expect(exportOf('demo', 'first')).rejects.toThrow('не пуста')
  expect(await count()).toEqual(before)
})

test('progress is told in tenths where nobody watches', () => {
  const lines: string[] = []
  const bar = progressBar('Статьи', { write: (text) => lines.push(text) })
  for (let done = 1; done <= 1000; done += 1) bar(done, 1000)
  expect(lines.length).toBe(11)
  expect(lines.at(-1)).toBe(`Статьи [${'█'.repeat(30)}] 100 %\n`)
})

test('one bad file stops nothing: what is left out is named with its reason, the rest is taken', async () => {
  const root = join(dir, 'unlucky')
  await mkdir(join(root, 'a'), { recursive: true })
  const files: Record<string, string> = {
    'a/1-whole.md':
      '# Целая\n\n![нет](../images/no.png) ![чужая](https://example.org/x.png) [никуда](/nowhere)\n',
    'a/2-broken.md': 'текст',
    'a/2-broken.json': '{',
    'a/3-out.html': '<p>Наружу</p><img src="image:..%2F..%2Fsecret.png">',
    'a/4-chip.html': '<p>Чип</p>',
    'a/4-chip.json': JSON.stringify({ files: [{ file: 'no.docx', name: 'n.docx' }] }),
    'a/_part.md': 'часть',
    'a/5-whole.md': 'Вторая с тем же именем',
    'a/смета.xlsx': 'Никем не названа',
    'mkdocs.yml': 'site_name: Чай',
    'requirements.txt': 'mkdocs',
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
  const imported = await importInto('other', root)
  expect(imported).toMatchObject({ added: 4, changed: 0 })
  expect(imported.warnings.join('\n')).toMatch(
    /a\/_part\.md: часть другой страницы[\s\S]*a\/1-whole\.md: картинка с другого сайта https:\/\/example[\s\S]*a\/1-whole\.md: ссылка \/nowhere/,
  )
  for (const warning of [
    'a/2-broken.md: ',
    'images/no.png не читается',
    'Недопустимое имя файла: ../../secret.png',
    'a/смета.xlsx: на этот файл не ссылается ни одна статья',
  ])
    expect(imported.warnings.join('\n')).toContain(warning)
  expect(imported.warnings.join('\n')).not.toMatch(/mkdocs|requirements/)
  expect(imported.warnings.filter((line) => line.includes('no.docx'))).toHaveLength(1)
  expect(await importInto('other', root)).toMatchObject({ added: 0, changed: 0, same: 4 })
})

test('U06, U10, U11, U12: pictures are re-encoded as those that editors upload, and unknown formats are not decoded', async () => {
  const root = join(dir, 'pictures')
  await mkdir(join(root, 'a'), { recursive: true })
  const tiff = await sharp(await turnedPhoto())
    .tiff()
    .toBuffer()
  const files: Record<string, string | Buffer> = {
    'a/1-page.md': '# Снимки\n\n![a](turned.jpg) ![b](vector.png) ![c](scan.png) ![d](bomb.png)\n',
    'a/turned.jpg': Buffer.concat([await turnedPhoto(), Buffer.from('<script>alert(1)</script>')]),
    'a/vector.png': '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>',
    'a/scan.png': tiff,
    'a/bomb.png': await bombOf900Megapixels(),
  }
  for (const [file, bytes] of Object.entries(files)) await writeFile(join(root, file), bytes)
  const { added, warnings } = await importInto('other', root)
  expect([added, warnings]).toEqual([
    1,
    [
      expect.stringContaining('a/vector.png не читается'),
      expect.stringContaining('a/scan.png не читается'),
      expect.stringContaining('a/bomb.png больше 25 мегапикселей'),
    ],
  ])
  const stored = await world.sql<{ file_key: string; file_name: string; content_type: string }[]>`
    select f.file_key, f.file_name, f.content_type from material_files f join materials m on m.id = f.material_id
    where m.title = 'Снимки'`
  expect(stored).toMatchObject([{ file_name: 'turned.webp', content_type: 'image/webp' }])
  const opened = await outside.files.open(stored[0]?.file_key ?? '')
  const bytes = await buffer(opened?.stream ?? new Blob().stream())
  for (const hidden of ['SecretCamera', '<script>']) expect(bytes.includes(hidden)).toBe(false)
  const facts = await sharp(bytes).metadata()
  expect([facts.format, facts.exif, facts.xmp, facts.orientation]).toEqual([
    'webp',
    undefined,
    undefined,
    undefined,
  ])
  expect(await importInto('other', root)).toMatchObject({ added: 0, changed: 0, same: 1 })
  expect(
    (await readdir(join(world.config.DATA_DIR, 'tmp'))).filter((name) => /^pictures/.test(name)),
  ).toEqual([])
})

test('folders in folders: sections, subcategories, relative pictures and links, titles of the front matter', async () => {
  const root = join(dir, 'nested')
  await mkdir(join(root, '02-guide', 'deep', 'deeper', 'img'), { recursive: true })
  await sharp({ create: { width: 40, height: 20, channels: 3, background: '#fff' } })
    .png()
    .toFile(join(root, '02-guide', 'deep', 'deeper', 'img', 'a.png'))
  const files: Record<string, string> = {
    'index.md': '# Начало & конец\n\n[Глубоко](02-guide/deep/deeper/page.md)\n',
    '02-guide/_category_.json': JSON.stringify({ label: 'Руководство', position: 2 }),
    '02-guide/index.md': '# Введение\n',
    '02-guide/01-first.md': '---\ntitle: "Чай & кофе"\ndescription: Что наливать\n---\n\nТекст\n',
    '02-guide/deep/index.md': '---\ndraft: true\n---\n# Черновик\n',
    '02-guide/deep/deeper/page.md':
      '# Страница\n\n![Снимок](img/a.png)\n\n[первая](../../first.md#x) [раздел](../../) [без расширения](/guide/first)\n',
  }
  for (const [file, text] of Object.entries(files)) await writeFile(join(root, file), text)
  const folder = await readKnowledgeFolder(root)
  expect(
    folder.sections.map(({ name, subcategories }) => [
      name,
      subcategories.map((it) => [it.name, it.articles.map(({ slug, title }) => `${slug}: ${title}`)]),
    ]),
  ).toEqual([
    ['Общее', [['Общее', ['index: Начало & конец']]]],
    [
      'Руководство',
      [
        ['Общее', ['guide: Введение', 'first: Чай & кофе']],
        ['deep', ['guide-deep: Черновик', 'guide-deep-deeper-page: Страница']],
      ],
    ],
  ])
  const rehearsed = await importKnowledge(outside, await business('other'), folder, undefined, {
    dry_run: true,
  })
  expect(rehearsed).toEqual({ added: 5, changed: 0, same: 0, warnings: [], asked: [] })
  expect(await importInto('other', root)).toEqual(rehearsed)
  const call = await staff('other')
  const [found] = await call(listMaterials, { query: { search: 'страница' } })
  const { content } = await call(getMaterial, { params: { materialId: found?.id ?? '' } })
  expect(content).toMatch(/<img src="\/files\/[^"]+" alt="Снимок" width="40" height="20"/)
  expect(content.match(/<a href="\/9\/section\/\d+\/material\/\d+">/g)).toHaveLength(3)
  const [tea] = await call(listMaterials, { query: { search: 'наливать' } })
  expect(tea?.title).toBe('Чай & кофе')
})

test('N13 no card number of a folder reaches the base, whatever text has it', async () => {
  const card = '4111 1111 1111 1111'
  const root = join(dir, 'cards')
  await mkdir(join(root, '01-a'), { recursive: true })
  await writeFile(
    join(root, '01-a', 'section.json'),
    JSON.stringify({ name: `Раздел ${card}`, subcategories: [{ slug: 'b', name: card }] }),
  )
  await writeFile(join(root, '01-a', '01-one.md'), `# Чек ${card}\n\nОплата картой ${card}\n`)
  const about = { subcategory: 'b', title: card, also_asked: [`карта ${card}`] }
  await writeFile(join(root, '01-a', '02-two.json'), JSON.stringify(about))
  await writeFile(join(root, '01-a', '02-two.html'), `<p>${card}</p>`)
  await writeFile(join(root, 'synonyms.json'), JSON.stringify([[card, 'карта']]))
  const folder = await readKnowledgeFolder(root)
  expect((await importKnowledge(outside, await business('other'), folder)).added).toBe(2)
  for (const table of ['sections', 'subcategories', 'materials', 'material_versions', 'synonyms', 'audit'])
    expect(
      await world.sql`select row::text from ${world.sql(table)} row where row::text ~ '1111\\W*1111\\W*1111'`,
      table,
    ).toEqual([])
})

test('the flavours of MkDocs, Docusaurus and VitePress', () => {
  const tight = (html: string) => html.replace(/\s+/g, ' ').replace(/> | </g, (it) => it.trim())
  const html = (source: string) => tight(htmlOfMarkdown(source).html).trim()
  const callout = (kind: string, inner: string) =>
    tight(`<aside class="callout callout-${kind}">${inner}</aside>`)
  expect(html('!!! note "Важно"\n\n    Первая\n\n    - пункт\n\nПосле')).toBe(
    `${callout('info', '<p><strong>Важно</strong></p><p>Первая</p><ul><li>пункт</li></ul>')}<p>После</p>`,
  )
  expect(html('??? warning\n    Скрыто\nПосле')).toBe(`${callout('warning', '<p>Скрыто</p>')}<p>После</p>`)
  expect(html(':::tip[Совет]\nРаз\n:::\nПосле')).toBe(
    `${callout('success', '<p><strong>Совет</strong></p><p>Раз</p>')}<p>После</p>`,
  )
  expect(html('::: details Ещё\n::: danger\nСтоп\n:::\n:::')).toBe(
    callout('info', `<p><strong>Ещё</strong></p>${callout('danger', '<p>Стоп</p>')}`),
  )
  expect(html('> [!CAUTION]\n> Горячо')).toBe('<aside class="callout callout-danger"><p>Горячо</p></aside>')
  expect(html('[[toc]]\n\n## Имя {#id}\n\n```md\n:::tip\n[[toc]]\n<Tabs>\n```')).toBe(
    '<h2>Имя</h2><pre><code class="language-md">:::tip [[toc]] &lt;Tabs&gt;</code></pre>',
  )
  expect(
    htmlOfMarkdown(
      'import Tabs from \'@theme/Tabs\'\n\n<Tabs groupId="a">\n\nТекст\n\n</Tabs>\n\n<<< @/x.js',
    ),
  ).toEqual({
    html: '<p>Текст</p>\n',
    left_out: ['вставка кода @/x.js', 'компоненты Tabs (их текст остался)'],
  })
})

test('what another base frames becomes a video by its link; frames of other sites are named', () => {
  const id = '0123456789abcdef0123456789abcdef'
  const source = [
    `<p>Смотрите:</p><iframe width="720" src="https://rutube.ru/play/embed/${id}/" onload="x"></iframe>`,
    '<iframe src="//vk.com/video_ext.php?oid=-1&amp;id=2&amp;hd=2"/>',
    '<iframe src="https://evil.test/"></iframe><p>Дальше</p>',
  ].join('\n')
  const { html, left_out } = readPage('01-video.html', source)
  expect(cleanHtml(html)).toBe(
    [
      `<p>Смотрите:</p><figure><a href="https://rutube.ru/video/${id}/">Видео на RuTube</a></figure>`,
      '<figure><a href="https://vkvideo.ru/video-1_2">Видео на VK Видео</a></figure>',
      '<p>Дальше</p>',
    ].join('\n'),
  )
  expect(left_out).toEqual(['вставка с другого сайта <iframe src="https://evil.test/"></iframe>'])
})
