import { withFiles } from '@podmoga/web/files/add-files'
import { useCallback, useEffect, useRef, useState } from 'react'
import { drafts } from './drafts.ts'

const SAVE_MS = 300

/** A person's draft for a ticket, kept over reloads. Remount it for another ticket. */
export function useDraft(person: string, ticketId: string) {
  const [text, setText] = useState(() => drafts.text(person, ticketId))
  const [files, showFiles] = useState<readonly File[]>([])
  const [isSaved, setSaved] = useState(text !== '')
  const [isRead, setRead] = useState(false)
  const latest = useRef(text)
  latest.current = text
  // Current files, synchronously: two files that arrive before the next render are both added.
  const held = useRef<readonly File[]>([])
  const isHere = useRef(true)

  const keep = useCallback(
    (text: string) => {
      if (!isHere.current) return
      drafts.keepText(person, ticketId, text)
      setSaved(text !== '')
    },
    [person, ticketId],
  )
  const setFiles = useCallback(
    (next: readonly File[]) => {
      held.current = next
      showFiles(next)
      if (isHere.current) void drafts.keepFiles(person, ticketId, next)
    },
    [person, ticketId],
  )

  useEffect(() => {
    const timer = setTimeout(() => keep(text), SAVE_MS)
    return () => clearTimeout(timer)
  }, [text, keep])
  useEffect(() => {
    isHere.current = true
    const save = () => keep(latest.current)
    // The draft has moved to another ticket: save it once, then write nothing more here.
    const close = drafts.open(person, ticketId, () => {
      save()
      isHere.current = false
    })
    window.addEventListener('pagehide', save)
    return () => {
      window.removeEventListener('pagehide', save)
      close()
      save()
    }
  }, [person, ticketId, keep])
  useEffect(() => {
    let isOpen = true
    void drafts.files(person, ticketId).then((kept) => {
      if (!isOpen) return
      if (kept.length > 0) {
        // Files may have been added before the kept ones were read.
        const all = withFiles(kept, held.current)
        if (all.length > kept.length) setFiles(all)
        else {
          held.current = all
          showFiles(all)
        }
      }
      setRead(true)
    })
    return () => {
      isOpen = false
    }
  }, [person, ticketId, setFiles])

  return {
    text,
    files,
    isSaved,
    /** Whether the kept files have been read; until then the draft may have files that are not shown. */
    isRead,
    /** The current files, even if not rendered yet. */
    filesNow: () => held.current,
    setText: (next: string) => {
      setSaved(false)
      setText(next)
    },
    setFiles,
    /** The reply was queued in the outbox, which took its files. The kept text is removed once the reply is on disk. */
    left: (kept: Promise<boolean>) => {
      setText('')
      held.current = []
      showFiles([])
      void kept.then((isKept) => {
        if (isKept && drafts.text(person, ticketId) === text) drafts.keepText(person, ticketId, '')
      })
    },
    /** Removes a text and files that were saved elsewhere; keeps what was added in the meantime. */
    letGo: (sent: string, sentFiles: readonly File[]) => {
      const { current } = latest
      const rest = current.startsWith(sent) ? current.slice(sent.length).trimStart() : current
      setText(rest)
      drafts.keepText(person, ticketId, rest)
      setFiles(held.current.filter((file) => !sentFiles.includes(file)))
    },
  }
}
