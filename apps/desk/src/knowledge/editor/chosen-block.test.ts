// @vitest-environment happy-dom
import { loadCleaner } from '@podmoga/ui/article-body/clean-html'
import { Editor } from '@tiptap/core'
import { beforeAll, expect, test } from 'vitest'
import { docOf } from './html-to-doc.ts'
import { extensions } from './schema.ts'

beforeAll(async () => void (await loadCleaner()))

const PICTURE = '<img data-file="7" src="/api/files/7/" alt="Касса">'
const FIGURE = `<figure>${PICTURE}<figcaption>Четыре шага</figcaption></figure>`
const VIDEO = '<figure><a href="https://rutube.ru/video/0123456789abcdef0123456789abcdef/">Смена</a></figure>'

/** An editor with `html` whose picture or video is selected, as a click on it does. */
const chosen = (html: string) => {
  const editor = new Editor({ element: document.createElement('div'), extensions, injectCSS: false })
  editor.commands.setContent(docOf(editor.schema, `<p>Раз</p>${html}<p>Два</p>`))
  let at = -1
  editor.state.doc.descendants((node, position) => {
    if (node.type.name === 'picture' || node.type.name === 'video') at = position
  })
  editor.commands.setNodeSelection(at)
  return editor
}
const type = ({ view }: Editor, text: string) => {
  const { from, to } = view.state.selection
  const insert = () => view.state.tr.insertText(text)
  if (view.someProp('handleTextInput', (handle) => handle(view, from, to, text, insert)) !== true)
    view.dispatch(insert())
}
const press = ({ view }: Editor, key: string) =>
  view.someProp('handleKeyDown', (handle) => handle(view, new KeyboardEvent('keydown', { key })))

test.each([PICTURE, FIGURE, VIDEO])('what is typed over %s goes below it and harms nothing', (block) => {
  const editor = chosen(block)
  type(editor, 'Е')
  type(editor, 'щё')
  expect(editor.getHTML()).toBe(`<p>Раз</p>${block}<p>Ещё</p><p>Два</p>`)
  editor.destroy()
  const phone = chosen(block)
  const input = new InputEvent('beforeinput', { inputType: 'insertText', data: 'Е', cancelable: true })
  phone.view.dom.dispatchEvent(input)
  expect([input.defaultPrevented, phone.getText()]).toEqual([true, expect.stringMatching(/Раз.*Е.*Два/s)])
  phone.destroy()
  const line = chosen(block)
  press(line, 'Enter')
  type(line, 'Ещё')
  expect(line.getHTML()).toContain('<p>Ещё</p><p>Два</p>')
  line.destroy()
})

test.each([PICTURE, FIGURE, VIDEO])('Delete and Backspace take %s away whole', (block) => {
  for (const key of ['Delete', 'Backspace']) {
    const editor = chosen(block)
    press(editor, key)
    expect(editor.getHTML()).toBe('<p>Раз</p><p>Два</p>')
    editor.destroy()
  }
})
