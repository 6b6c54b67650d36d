import { isBlank } from '@podmoga/contract/fields/fields'
import { Reply } from '@podmoga/contract/tickets'
import { addFiles } from '@podmoga/web/files/add-files'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useDraft } from './use-draft.ts'

/** State shared by replies and notes: the draft with its files, and the error. Remount it for another draft. */
export function useWriting(person: string, draftOf: string) {
  const draft = useDraft(person, draftOf)
  const [problem, setProblem] = useState('')
  const addProblem = (more: string) =>
    setProblem((current) => (current.includes(more) ? current : [current, more].filter(Boolean).join(' ')))
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const { text } = draft
  const isEmpty = isBlank(text)
  return {
    draft,
    /** Error text; empty if none. */
    problem,
    setProblem,
    area,
    picker,
    isEmpty,
    tooLong: !isEmpty && !Reply.safeParse({ text }).success,
    add: (added: readonly File[]) => {
      const { files, problem: why } = addFiles(draft.filesNow(), added)
      if (files.length > draft.filesNow().length) draft.setFiles(files)
      setProblem(why)
    },
    /** Adds a file that loaded by itself, keeping earlier errors. Returns whether it was accepted. */
    receive: (file: File): boolean => {
      const { files, problem: why } = addFiles(draft.filesNow(), [file])
      if (files.length > draft.filesNow().length) draft.setFiles(files)
      if (why !== '') addProblem(why)
      return why === ''
    },
    addProblem,
  }
}

export type Writing = ReturnType<typeof useWriting>

/** Ctrl+Enter or ⌘+Enter sends; key repeats are ignored. */
export const onSendKey = (event: KeyboardEvent, send: () => void): void => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return
  event.preventDefault()
  if (!event.repeat) send()
}
