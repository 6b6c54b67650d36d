import { TextArea } from '@podmoga/ui/field/text-area'
import type { ClipboardEvent } from 'react'
import { COMPOSER } from './composer.texts.ts'
import type { Suggestions } from './suggestions.tsx'
import { onSendKey, type Writing } from './use-writing.ts'

interface WritingAreaProps {
  of: Pick<Writing, 'draft' | 'area' | 'tooLong'>
  label: string
  placeholder: string
  suggestions: Suggestions
  /** Called on each change, in addition to saving the draft. */
  onText: (text: string, caret: number) => void
  onSend: () => void
  onPaste?: (event: ClipboardEvent) => void
}

/** The text field of a reply or a note, with the suggestions over it. */
export function WritingArea({ of: { draft, area, tooLong }, suggestions, ...props }: WritingAreaProps) {
  return (
    <>
      {suggestions.list}
      <TextArea
        ref={area}
        label={props.label}
        hideLabel
        placeholder={props.placeholder}
        rows={3}
        maxRows={10}
        value={draft.text}
        error={tooLong ? COMPOSER.text_too_long : undefined}
        onChange={({ target }) => {
          draft.setText(target.value)
          props.onText(target.value, target.selectionStart)
        }}
        onKeyDown={(event) => {
          if (!suggestions.onKey(event)) onSendKey(event, props.onSend)
        }}
        onPaste={props.onPaste}
        {...suggestions.fieldProps}
      />
    </>
  )
}
