import { Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Range of the selected picture (including its figure) or video, or null. */
const chosenBlock = ({ selection, schema: { nodes } }: EditorState): { from: number; to: number } | null => {
  if (!(selection instanceof NodeSelection)) return null
  const { node, from, to, $from } = selection
  if (node.type !== nodes.picture && node.type !== nodes.video) return null
  return $from.parent.type === nodes.figure ? { from: $from.before(), to: $from.after() } : { from, to }
}

const writtenBelow = (state: EditorState, text: string): Transaction | null => {
  const block = chosenBlock(state)
  const { schema, tr } = state
  const paragraph = schema.nodes.paragraph?.create(null, text === '' ? null : schema.text(text))
  if (block === null || paragraph === undefined) return null
  tr.insert(block.to, paragraph)
  return tr.setSelection(TextSelection.create(tr.doc, block.to + 1 + text.length)).scrollIntoView()
}

const writeBelow = (view: EditorView, text: string): boolean => {
  const tr = writtenBelow(view.state, text)
  if (tr !== null) view.dispatch(tr)
  return tr !== null
}

const removeChosen = ({ view }: { view: EditorView }): boolean => {
  const block = chosenBlock(view.state)
  if (block === null) return false
  view.dispatch(view.state.tr.deleteRange(block.from, block.to).scrollIntoView())
  return true
}

/**
 * A click on a picture or a video selects it. Typed text then goes into a new paragraph below: by default it would replace
 * the picture and leave a figure without one, which is invalid. Delete removes the whole figure.
 */
export const ChosenBlock = Extension.create({
  name: 'chosenBlock',
  // Before StarterKit's handlers of these keys.
  priority: 1000,
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      Enter: () => writeBelow(editor.view, ''),
      Backspace: () => removeChosen(editor),
      Delete: () => removeChosen(editor),
    }
  },
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleTextInput: (view, _from, _to, text) => writeBelow(view, text),
        handleDOMEvents: {
          // Phone keyboards fire no key events.
          beforeinput: (view, event) => {
            if (event.inputType !== 'insertText' || !writeBelow(view, event.data ?? '')) return false
            event.preventDefault()
            return true
          },
        },
      },
    }),
  ],
})
