import { useCallback, useEffect, useRef, useState } from 'react'
import { drafts } from './drafts.ts'

const SAVE_MS = 300

/** The unfinished reply of a person to a ticket; kept over reloads. Mount it anew for another ticket. */
export function useDraft(person: string, ticketId: string) {
  const [text, setText] = useState(() => drafts.text(person, ticketId))
  const [files, setFiles] = useState<File[]>([])
  const [isSaved, setSaved] = useState(text !== '')
  const latest = useRef(text)
  latest.current = text

  const save = useCallback(() => {
    drafts.keepText(person, ticketId, latest.current)
    setSaved(latest.current !== '')
  }, [person, ticketId])

  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each change of the text
  useEffect(() => {
    const timer = setTimeout(save, SAVE_MS)
    return () => clearTimeout(timer)
  }, [text, save])
  useEffect(() => {
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      save()
    }
  }, [save])
  useEffect(() => {
    let isHere = true
    void drafts.files(person, ticketId).then((kept) => {
      if (isHere && kept.length > 0) setFiles((added) => [...kept, ...added])
    })
    return () => {
      isHere = false
    }
  }, [person, ticketId])

  return {
    text,
    files,
    isSaved,
    setText: (next: string) => {
      setSaved(false)
      setText(next)
    },
    setFiles: (next: File[]) => {
      setFiles(next)
      void drafts.keepFiles(person, ticketId, next)
    },
    /** The reply has gone to the dispatch, which keeps it from here on. */
    clear: () => {
      setText('')
      setFiles([])
      drafts.keepText(person, ticketId, '')
      void drafts.keepFiles(person, ticketId, [])
    },
  }
}
