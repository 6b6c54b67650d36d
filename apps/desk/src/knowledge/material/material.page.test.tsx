// @vitest-environment happy-dom
// No text of a material is lost without confirmation: a text replaced by another is shelved.
import { getTree } from '@podmoga/contract/desk/knowledge'
import { getCare } from '@podmoga/contract/desk/material/care'
import { getReview } from '@podmoga/contract/desk/material/review'
import { getSchedule } from '@podmoga/contract/desk/material/schedule'
import {
  type DeskFile,
  type DeskMaterial,
  getDeskMaterial,
  getVersion,
  listVersions,
  publishMaterial,
  restoreVersion,
  saveDraft,
  unpublishMaterial,
} from '@podmoga/contract/desk/materials'
import { Refusal, refusalText } from '@podmoga/contract/refusals'
import { loadCleaner } from '@podmoga/ui/article-body/clean-html'
import type { Editor } from '@tiptap/core'
import { Route, Routes } from 'react-router'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  buttons,
  choose,
  eventually,
  fill,
  isAccessible,
  openScreen,
  press,
  reload,
  says,
  saysNo,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { MaterialPage } from './material.page.tsx'

// happy-dom has no native HTML sanitizer: wait until the fallback is loaded, as a page does.
beforeAll(async () => void (await loadCleaner()))
const wire = wireOfEach()
const fileOf = (id: string, file_name: string): DeskFile => ({
  ...{ id, file_name, url: `/f/${id}`, content_type: 'application/pdf', size: 7, width: null, height: null },
})
const COVER = fileOf('91', 'обложка.webp')
const MEMO = fileOf('92', 'Памятка.pdf')

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The material and its versions on the server; the helpers below simulate another editor. */
let now: DeskMaterial
let versions: { number: number; content: string }[]
const change = (part: Partial<DeskMaterial>) => {
  now = { ...now, ...part, revision: now.revision + 1 }
}
const overwrite = (content: string, part: Partial<DeskMaterial> = {}) =>
  change({ content: `<p>${content}</p>`, state: versions.length === 0 ? 'draft' : 'changed', ...part })
const publish = (content: string) => {
  overwrite(content, { state: 'published' })
  versions = [{ number: versions.length + 1, content: now.content }, ...versions]
}
const versionOf = ({ number }: { number: number }) => ({
  ...{ number, title: 'Полка', published_at: '2026-11-20T10:00:00.000Z', published_by: 'Малика' },
})
const refuseStale = (body: unknown) => {
  if (JSON.parse(String(body)).revision !== now.revision)
    throw new Refusal({
      ...{ code: 'stale_draft', message: refusalText('stale_draft'), fields: { author: 'Малика' } },
    })
}

beforeEach(() => {
  localStorage.clear()
  versions = []
  now = {
    ...{ id: '11', state: 'draft', title: 'Полка', content: '<p>Начало</p>', cover: null, files: [] },
    ...{ section: { id: '1', name: 'Касса' }, subcategory: { id: '2', name: 'Чеки' } },
    ...{ faq_position: null, also_asked: [], revision: 1, edited_at: '2026-11-20T10:00:00.000Z' },
    ...{ edited_by: 'Малика', published_at: null, helpful: 0, not_helpful: 0, problems: [] },
  }
  wire.answer(getTree, {
    ...{ business: { id: '1', name: 'Навруз' }, zone: 'Asia/Tashkent', editors: [], sections: [] },
  })
  wire.answer(getCare, {
    owner: null,
    check_on: null,
    check_months: null,
    checked_at: null,
    checked_by: null,
  })
  wire.answer(getSchedule, () => ({ schedule: null, state: now.state }))
  wire.answer(getReview, () => ({ is_needed: false, state: now.state, review: null }))
  wire.answer(getDeskMaterial, () => now)
  wire.answer(saveDraft, ({ body }) => {
    refuseStale(body)
    const { title, content, cover, files } = JSON.parse(String(body))
    change({
      ...{ title, content, state: versions.length === 0 ? 'draft' : 'changed' },
      cover: cover === null ? null : COVER,
      files: files.length === 0 ? [] : [MEMO],
    })
    const { revision, problems, edited_at, state } = now
    return { revision, problems, edited_at, state }
  })
  wire.answer(listVersions, () => versions.map(versionOf))
  wire.answer(getVersion, ({ url }) => {
    const version = versions.find(({ number }) => url.endsWith(`/versions/${number}/`))
    if (version === undefined) throw new Error(url)
    return { ...versionOf(version), content: version.content, cover: null, files: [] }
  })
  wire.answer(restoreVersion, ({ url, body }) => {
    refuseStale(body)
    const version = versions.find(({ number }) => url.includes(`/versions/${number}/`))
    const state = version === versions[0] ? 'published' : 'changed'
    change({ content: version?.content ?? '', state, cover: null, files: [] })
    return { revision: now.revision }
  })
  wire.answer(unpublishMaterial, () => {
    change({ state: 'draft' })
    return { revision: now.revision }
  })
})

const open = () =>
  openScreen(
    wire,
    <Routes>
      <Route path="/kb/:materialId" element={<MaterialPage />} />
    </Routes>,
    '/kb/11',
  )
const words = () => document.querySelector('[aria-label="Текст материала"]')?.textContent
const reads = (text: string) => eventually(() => expect(words()).toBe(text))
const shelf = () =>
  [...document.querySelectorAll('[aria-label="Отложенные тексты"] > li > span')].map(
    ({ textContent }) => textContent ?? '',
  )
const shelves = (...texts: RegExp[]) =>
  eventually(() => {
    expect(shelf()).toHaveLength(texts.length)
    for (const [at, text] of texts.entries()) expect(shelf()[at]).toMatch(text)
  })

const editor = () => {
  const found = document.querySelector<HTMLElement & { editor: Editor }>('[aria-label="Текст материала"]')
  if (found === null) throw new Error('no text')
  return found.editor
}
const write = (text: string) => editor().commands.setContent(`<p>${text}</p>`, { emitUpdate: true })
const inDialog = (text: string) =>
  eventually(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain(text))
const noDialog = () => eventually(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
const kept = (text: string) => eventually(() => expect(now.content).toBe(`<p>${text}</p>`))
const restoreFirst = async () => {
  await press('История')
  const version = await eventually(() => {
    const found = [...document.querySelectorAll<HTMLElement>('[role="dialog"] button')].find((one) =>
      one.textContent?.startsWith('Версия 1:'),
    )
    if (found === undefined) throw new Error('no version 1')
    return found
  })
  version.click()
  await press('Вернуть эту версию')
}

test('a text put aside stays with the browser, whole, until it is brought back; it can be copied', async () => {
  const copied: Record<string, Blob>[] = []
  vi.stubGlobal(
    'ClipboardItem',
    class {
      constructor(of: Record<string, Blob>) {
        copied.push(of)
      }
    },
  )
  vi.spyOn(navigator.clipboard, 'write').mockResolvedValue()
  change({ cover: COVER, files: [MEMO] })
  open()
  await reads('Начало')
  overwrite('Их слова', { title: 'Полка: их', cover: null, files: [] })
  write('Мои слова')
  await inDialog('Мои слова')
  await inDialog('Их слова')
  await inDialog('Малика')
  await press('Взять их текст')
  await reads('Их слова')
  await shelves(/Ваш текст отложен/)

  reload()
  await reads('Их слова')
  await shelves(/Ваш текст отложен/)
  await press('Посмотреть')
  await inDialog('Мои слова')
  await inDialog('Памятка.pdf')
  expect(document.querySelector('[role="dialog"] img')?.getAttribute('alt')).toBe('Обложка')
  await press('Скопировать')
  await says('Текст скопирован')
  expect(await copied[0]?.['text/plain']?.text()).toBe('Полка\nМои слова')
  const bring = buttons('Вернуть мой текст').find((one) => one.closest('[role="dialog"]') !== null)
  bring?.click()
  await reads('Мои слова')
  await kept('Мои слова')
  expect([now.title, now.cover?.id, now.files.map(({ id }) => id)]).toEqual(['Полка', COVER.id, [MEMO.id]])

  // The two texts were swapped: theirs is shelved until it is dismissed.
  await shelves(/Прежний текст отложен/)
  await press('Посмотреть')
  await inDialog('Их слова')
  document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Закрыть"]')?.click()
  await noDialog()
  await press('Больше не нужен')
  await shelves()
  reload()
  await reads('Мои слова')
  await shelves()
})

test('where the browser has no room, the editor is told that the text will not outlive the page', async () => {
  open()
  await reads('Начало')
  overwrite('Их слова')
  write('Мои слова')
  await inDialog('Мои слова')
  const storage = localStorage
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.getItem(key),
    removeItem: (key: string) => storage.removeItem(key),
    setItem: (key: string, value: string) => {
      if (key.startsWith('desk:shelf:')) throw new DOMException('full', 'QuotaExceededError')
      storage.setItem(key, value)
    },
  })
  await press('Взять их текст')
  await shelves(/Браузер не смог его сохранить/)
  await press('Вернуть мой текст')
  await reads('Мои слова')
})

test('a version puts aside the draft that nobody has published', async () => {
  publish('Первый текст')
  overwrite('Слова коллеги')
  open()
  await reads('Слова коллеги')
  await restoreFirst()
  await reads('Первый текст')
  await says('Прежний текст отложен: он над материалом')
  reload()
  await reads('Первый текст')
  await shelves(/Прежний текст отложен/)
  await press('Посмотреть')
  await inDialog('Слова коллеги')
  document.querySelector<HTMLElement>('[role="dialog"] [aria-label="Закрыть"]')?.click()
  await noDialog()
  await press('Вернуть прежний текст')
  await reads('Слова коллеги')
  await kept('Слова коллеги')
  // The published text is in the history, so it is not shelved.
  await shelves()

  // Without a response the draft stays shelved: the server may have restored the version.
  wire.answer(restoreVersion, () => {
    overwrite('Первый текст', { state: 'published' })
    throw new TypeError('Failed to fetch')
  })
  await restoreFirst()
  await says('Не удалось вернуть версию')
  reload()
  await reads('Первый текст')
  await press('Вернуть прежний текст')
  await reads('Слова коллеги')
  await kept('Слова коллеги')
})

test('what is in the history needs no shelf: a published text, and a version that was taken back and left as it is', async () => {
  publish('Первый текст')
  publish('Второй текст')
  open()
  await reads('Второй текст')
  await restoreFirst()
  await reads('Первый текст')
  await shelves()
  await restoreFirst()
  await noDialog()
  await shelves()
})

test('neither a version nor taking a material from the readers hides what a colleague has saved', async () => {
  publish('Первый текст')
  overwrite('Мой черновик')
  open()
  await reads('Мой черновик')
  overwrite('Слова коллеги')
  await restoreFirst()
  await inDialog('Слова коллеги')
  await inDialog('Мой черновик')
  await saysNo('История публикаций')
  expect(now.content).toBe('<p>Слова коллеги</p>')
  // Nothing is shelved for a failed restore.
  await shelves()
  await press('Оставить мой')
  await kept('Мой черновик')

  overwrite('Снова слова коллеги')
  await restoreFirst()
  await press('Взять их текст')
  await reads('Снова слова коллеги')
  await shelves(/Ваш текст отложен/)

  overwrite('Слова коллеги')
  await press('Ещё')
  await press('Снять с публикации')
  const sure = await eventually(() => {
    const found = buttons('Снять с публикации').find((one) => one.closest('[role="dialog"]') !== null)
    if (found === undefined) throw new Error('no question')
    return found
  })
  sure.click()
  await says('Материал снят с публикации')
  write('Мои слова')
  await inDialog('Слова коллеги')
  expect(now.content).toBe('<p>Слова коллеги</p>')
})

test('a conflict names the cover, the files and the markup, and says that nothing differs only then', async () => {
  change({ content: '<p><strong>Смена</strong></p><p>Закройте <strong>кассу</strong> вечером</p>' })
  open()
  await reads('СменаЗакройте кассу вечером')
  change({
    content: '<p>Смена</p><p>Закройте кассу <a href="https://x.uz/">вечером</a></p>',
    ...{ cover: COVER, files: [MEMO] },
  })
  // Edit and revert, to trigger a save with the same text on both sides.
  await fill('Название материала', 'Полка!')
  await fill('Название материала', 'Полка')
  await inDialog('Отличаются: обложка, файлы, ссылки, оформление.')
  await saysNo('Тексты не отличаются')
  await inDialog('обложка.webp')
  await inDialog('Памятка.pdf')
  const lines = [...document.querySelectorAll('[role="dialog"] li')].map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'Полка',
    expect.stringMatching(/Смена.*отличаются: оформление/),
    expect.stringMatching(/вечером.*отличаются: ссылки, оформление/),
  ])
  await press('Их текст')
  await eventually(() =>
    expect(document.querySelector('[role="dialog"] img')?.getAttribute('alt')).toBe('Обложка'),
  )
  await press('Взять их текст')
  await says('Памятка.pdf')
  await noDialog()

  // Somebody saved exactly the same: only then is there no difference.
  change({})
  await fill('Название материала', 'Полка!')
  await fill('Название материала', 'Полка')
  await inDialog('Тексты не отличаются')
  await press('Оставить мой')
  await says('Черновик сохранён')
  expect(now.cover?.id).toBe(COVER.id)
})

test('what could not be saved outlives the page, and is saved as soon as it can be', async () => {
  open()
  await reads('Начало')
  wire.fail(saveDraft, 'lost', 'lost')
  write('Написано без связи')
  await says('Черновик не сохранён')
  reload()
  await reads('Написано без связи')
  await says('Возвращён текст, который не успел сохраниться')
  await kept('Написано без связи')
})

test('a material whose picture says nothing is not published; one that is published says so', async () => {
  const text = 'Опишите, что на картинках: 1'
  change({ problems: [{ kind: 'alt', text }] })
  open()
  await says(text)
  await press('Опубликовать')
  await inDialog('Пока публиковать нельзя')
  const [, sure] = buttons('Опубликовать')
  expect(sure?.disabled).toBe(true)
  await press('Отмена')
  await noDialog()

  change({ problems: [] })
  reload()
  wire.answer(publishMaterial, () => {
    publish('Начало')
    const { revision, problems } = now
    return { revision, problems, version: 1, published_at: '2026-11-20T10:00:00.000Z' }
  })
  await press('Опубликовать')
  await inDialog('Материал увидят все сотрудники.')
  buttons('Опубликовать')[1]?.click()
  await says('Материал опубликован')
  await noDialog()
  await says('опубликован')
  expect(wire.bodies(publishMaterial)).toEqual([{ revision: 3 }])
})

test('a link leads to a material or to the web, and to nothing else', async () => {
  const other = {
    ...{ id: '31', title: 'Возврат по карте', state: 'published' as const, faq_position: null },
    ...{ edited_at: '2026-11-01T00:00:00.000Z', helpful: 0, not_helpful: 0 },
    ...{ owner: null, check_on: null, publish_at: null, review: null, audience: null },
  }
  wire.answer(getTree, {
    ...{ business: { id: '1', name: 'Навруз' }, zone: 'Asia/Tashkent', editors: [] },
    sections: [{ id: '1', name: 'Касса', subcategories: [{ id: '2', name: 'Чеки', materials: [other] }] }],
  })
  open()
  await reads('Начало')
  await press('Ссылка')
  await press('Сохранить')
  await says('Выберите материал.')
  await isAccessible()
  await choose('Материал', 'Возврат по карте')
  await press('Сохранить')
  await reads('Возврат по картеНачало')
  editor().commands.insertContent(' и ')
  await press('Ссылка')
  await press('На сайт')
  await fill('Адрес', 'javascript:alert(1)')
  await press('Сохранить')
  await says('Нужен полный адрес')
  await isAccessible()
  await fill('Адрес', 'payme.uz/help')
  await press('Сохранить')
  await noDialog()
  await eventually(() =>
    expect(now.content).toMatch(
      /<a [^>]*data-material="31"[^>]*>Возврат по карте<\/a> и <a href="https:\/\/payme\.uz\/help">/,
    ),
  )
})
