// @vitest-environment happy-dom
import { loadCleaner } from '@podmoga/ui/article-body/clean-html'
import { Editor } from '@tiptap/core'
import { beforeAll, expect, test } from 'vitest'
import {
  button,
  eventually,
  fill,
  focused,
  isAccessible,
  openScreen,
  press,
  says,
  wireOfEach,
} from '../../lib/screen.testing.tsx'
import { docOf, sliceOf } from './html-to-doc.ts'
import { insertVideo, selectedVideo } from './insertions.ts'
import { extensions } from './schema.ts'
import { TextEditor, useTextEditor } from './text-editor.tsx'
import { VideoDialog, type VideoTexts } from './video-dialog.tsx'

beforeAll(async () => void (await loadCleaner()))
const wire = wireOfEach()

const ID = '0123456789abcdef0123456789abcdef'
const PAGE = `https://rutube.ru/video/${ID}/`
const VIDEO = `<figure><a href="${PAGE}">Как закрыть смену</a></figure>`

const editorOf = (html: string) => {
  const editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false })
  editor.commands.setContent(docOf(editor.schema, html))
  return editor
}

test('a video goes through the editor as it came; what only looks like one stays its words', () => {
  const editor = editorOf(`<p>Раз</p>${VIDEO}<p>Два</p>`)
  expect(editor.getHTML()).toBe(`<p>Раз</p>${VIDEO}<p>Два</p>`)
  // In the editor it is not a link, so a click does not navigate.
  expect(editor.view.dom.querySelector('a')).toBeNull()
  expect(editor.view.dom.textContent).toContain('Как закрыть сменуRuTube')
  for (const html of [
    '<figure><a href="https://evil.test/">Слова</a></figure>',
    `<figure><a href="${PAGE}">Слова</a> и ещё</figure>`,
    `<figure><iframe src="https://rutube.ru/play/embed/${ID}"></iframe>Слова</figure>`,
    `<figure><a href="javascript:x//${PAGE}">Слова</a></figure>`,
  ])
    expect([html, editorOf(html).getHTML()]).toEqual([html, expect.not.stringContaining('figure')])
  editor.destroy()
})

test('a player that is copied out of another page is taken over as a video', () => {
  const { schema } = editorOf('')
  const pasted = `<p>Раз</p><iframe src="//rutube.ru/play/embed/${ID}/"></iframe><iframe src="https://evil.test/"></iframe>`
  const names = sliceOf(schema, pasted)
    .slice.content.toJSON()
    .map(({ type }: { type: string }) => type)
  expect(names.filter((name: string) => name === 'video')).toHaveLength(1)
})

let shown: Editor
function Text() {
  shown = useTextEditor('<p></p>', {
    onChange: () => undefined,
    onPicture: () => undefined,
    onEditPicture: () => undefined,
    onEditVideo: () => undefined,
  })
  return <TextEditor editor={shown} />
}
const paste = (text: string) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  const data = { getData: (type: string) => (type === 'text/plain' ? text : ''), files: [] }
  Object.defineProperty(event, 'clipboardData', { value: data })
  shown.view.dom.dispatchEvent(event)
}

test('the address of a video becomes the video on an empty line, and a link among words', async () => {
  openScreen(wire, <Text />)
  await eventually(() => expect(shown?.view.dom.isConnected).toBe(true))
  shown.commands.setContent('<p></p>')
  paste(` https://rutube.ru/video/${ID}/?r=wd `)
  expect(shown.getHTML()).toContain(`<figure><a href="${PAGE}">Видео на RuTube</a></figure>`)
  shown.commands.setContent('<p>Смотрите </p>')
  shown.commands.setTextSelection(10)
  paste(PAGE)
  expect(shown.getHTML()).not.toContain('<figure>')
})

test('a video is put in by its link or by its code; what is none is refused in words', async () => {
  const given: VideoTexts[] = []
  const dialog = (now: VideoTexts | null) => (
    <VideoDialog
      now={now}
      onSubmit={(video) => given.push(video)}
      onRemove={() => given.push({ href: '', title: 'удалено' })}
      onClose={() => undefined}
    />
  )
  openScreen(wire, dialog(null))
  await fill('Ссылка на видео', 'https://rutube.ru/channel/1/')
  await press('Вставить')
  await says('По этой ссылке видео не узнать.')
  await focused('Ссылка на видео')
  await isAccessible()
  await fill('Ссылка на видео', `<iframe width="720" src="https://rutube.ru/play/embed/${ID}/"></iframe>`)
  await press('Вставить')
  await expect.poll(() => given).toEqual([{ href: PAGE, title: 'Видео на RuTube' }])
  await fill('Название', ' Как закрыть смену ')
  await press('Вставить')
  await expect.poll(() => given.at(-1)).toEqual({ href: PAGE, title: 'Как закрыть смену' })
})

test('one that stands in the text is changed in its place, or taken out', async () => {
  const editor = editorOf(`<p>Раз</p>${VIDEO}<p>Два</p>`)
  editor.commands.setNodeSelection(5)
  const now = selectedVideo(editor)
  expect(now).toEqual({ href: PAGE, title: 'Как закрыть смену' })
  insertVideo(editor, { href: PAGE, title: 'Смена' })
  expect(editor.getHTML()).toBe(`<p>Раз</p>${VIDEO.replace('Как закрыть смену', 'Смена')}<p>Два</p>`)
  let isOut = false
  openScreen(
    wire,
    <VideoDialog
      now={now}
      onSubmit={() => undefined}
      onRemove={() => {
        isOut = true
      }}
      onClose={() => undefined}
    />,
  )
  expect((await button('Сохранить')).textContent).toBe('Сохранить')
  await press('Удалить видео')
  expect(isOut).toBe(true)
  editor.destroy()
})
