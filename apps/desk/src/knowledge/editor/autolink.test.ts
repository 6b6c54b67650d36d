// @vitest-environment happy-dom
import { Editor } from '@tiptap/core'
import { afterEach, expect, test } from 'vitest'
import { extensions } from './schema.ts'

let editor: Editor
const open = (text: string) => {
  editor = new Editor({
    element: document.createElement('div'),
    extensions,
    content: {
      type: 'doc',
      content: [{ type: 'paragraph', ...(text === '' ? {} : { content: [{ type: 'text', text }] }) }],
    },
    injectCSS: false,
  })
  editor.commands.setTextSelection(editor.state.doc.content.size - 1)
}
afterEach(() => editor.destroy())

/** Types a letter as a browser does: if no handler takes the input, it is inserted as text. */
const type = (letter: string) => {
  const { view } = editor
  const { from, to } = view.state.selection
  const isTaken = view.someProp('handleTextInput', (take) =>
    take(view, from, to, letter, () => view.state.tr),
  )
  if (isTaken !== true) view.dispatch(view.state.tr.insertText(letter, from, to))
}
const linked = () => {
  const found: string[] = []
  editor.state.doc.descendants((node) => {
    for (const mark of node.marks)
      if (mark.type.name === 'link') found.push(`${node.text} → ${mark.attrs.href}`)
  })
  return found
}

test.each([
  ['Откройте https://podmoga.uz/vhod', ['https://podmoga.uz/vhod → https://podmoga.uz/vhod']],
  ['(https://podmoga.uz/a).', ['https://podmoga.uz/a → https://podmoga.uz/a']],
  [
    'https://ru.wikipedia.org/wiki/Плов_(блюдо)',
    ['https://ru.wikipedia.org/wiki/Плов_(блюдо) → https://ru.wikipedia.org/wiki/Плов_(блюдо)'],
  ],
  ['xhttps://podmoga.uz', []],
  ['javascript:alert(1)', []],
  ['http://', []],
])('typed and a space after it: %s', (text, links) => {
  open(text)
  type(' ')
  expect(linked()).toEqual(links)
  expect(editor.getText()).toBe(`${text} `)
  type('и')
  expect(linked()).toEqual(links)
})

test('pasted among words, addresses become links; one that is a link already keeps where it leads', () => {
  open('')
  const { schema, tr } = editor.state
  const to = schema.marks.link?.create({ href: 'material:5', material: '5', file: null })
  const text = [
    schema.text('Сайт https://a.test/x, и '),
    ...(to === undefined ? [] : [schema.text('https://b.test/', [to])]),
  ]
  editor.view.dispatch(tr.replaceWith(1, 1, text).setMeta('paste', true).setMeta('uiEvent', 'paste'))
  expect(linked()).toEqual(['https://a.test/x → https://a.test/x', 'https://b.test/ → material:5'])
})
