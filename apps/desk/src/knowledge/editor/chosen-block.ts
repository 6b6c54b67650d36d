import { Extension } from '@tiptap/core'
import { type EditorState, NodeSelection, Plugin, TextSelection, type Transaction } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** The picture (with its figure) or the video that is chosen as a whole: where it begins and ends. */
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
 * A press on a picture or a video chooses it. What is typed then goes into a paragraph below: in its place it would
 * take the picture out of its figure, which cannot be without one. Delete takes the figure with it.
 */
export const ChosenBlock = Extension.create({
  name: 'chosenBlock',
  // Before what StarterKit does at these keys.
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
          // The keyboard of a phone presses no keys.
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
