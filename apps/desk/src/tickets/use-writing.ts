import { isBlank } from '@podmoga/contract/fields'
import { Reply } from '@podmoga/contract/tickets'
import { addFiles } from '@podmoga/web/files/add-files'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDraft } from './use-draft.ts'

/** What replies and notes are written with: a draft with its files, and why it cannot go. Mount it anew for another. */
export function useWriting(person: string, draftOf: string) {
  const draft = useDraft(person, draftOf)
  const [problem, setProblem] = useState('')
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { text, files } = draft
  const isEmpty = isBlank(text)
  return {
    draft,
    /** Empty: nothing is wrong. */
    problem,
    setProblem,
    area,
    picker,
    isEmpty,
    tooLong: !isEmpty && !Reply.safeParse({ text }).success,
    add: (added: readonly File[]) => {
      const { files: next, problem: why } = addFiles(files, added)
      if (next.length > files.length) draft.setFiles(next)
      setProblem(why)
    },
  }
}

export type Writing = ReturnType<typeof useWriting>

/** Ctrl+Enter, or ⌘+Enter, is the button's press; a held key is one press. */
export const onSendKey = (event: KeyboardEvent, send: () => void): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) send()
}
