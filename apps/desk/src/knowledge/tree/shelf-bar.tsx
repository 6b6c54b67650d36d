import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { escapeHtml } from '@podmoga/ui/lib/html-entities'
import { toast } from '@podmoga/ui/toast/toast'
import { useState } from 'react'
import styles from '../editor/editor.module.css'
import { startOf } from '../editor/text-editor.tsx'
import { linesOf } from '../versions/doc-lines.ts'
import { TextView } from '../versions/text-view.tsx'
import { SHELF } from './shelf.texts.ts'
import type { ShelvedText } from './shelf.ts'
import type { Shelf } from './use-shelf.ts'

const nameOf = ({ whose, at }: ShelvedText): string => `${SHELF[whose]} ${formatStamp(at)}`

/** Copies a text as HTML and plain text, so that pasting into the editor keeps its markup. */
const copy = async (text: ShelvedText): Promise<void> => {
  const html = `<h1>${escapeHtml(text.title)}</h1>${text.content}`
  const plain = [text.title, ...linesOf(startOf(text.content)).map((line) => line.text)].join('\n')
  const blob = (type: string, words: string) => new Blob([words], { type })
  await navigator.clipboard.write([
    new ClipboardItem({ 'text/html': blob('text/html', html), 'text/plain': blob('text/plain', plain) }),
  ])
}

interface ShelfBarProps {
  shelf: Shelf
  onBringBack: (text: ShelvedText) => void
}

/** Shelved texts, each with the actions view, copy, restore and dismiss. */
export function ShelfBar({ shelf, onBringBack }: ShelfBarProps) {
  const [openId, setOpenId] = useState<string | null>(null)
  const open = shelf.texts.find(({ id }) => id === openId)
  const close = () => setOpenId(null)
  if (shelf.texts.length === 0) return null
  return (
    <ul className={styles.shelves} aria-label={SHELF.title}>
      {shelf.texts.map((text) => (
        <li key={text.id} className={styles.shelf}>
          <span>
            {nameOf(text)}. {!shelf.isKept && SHELF.unkept}
          </span>
          <Button variant="secondary" size="s" onClick={() => setOpenId(text.id)}>
            {SHELF.look}
          </Button>
          <Button variant="secondary" size="s" onClick={() => onBringBack(text)}>
            {text.whose === 'mine' ? SHELF.bring_mine : SHELF.bring_former}
          </Button>
          <Button variant="ghost" size="s" onClick={() => shelf.drop(text.id)}>
            {SHELF.drop}
          </Button>
        </li>
      ))}
      {open && (
        <Dialog title={nameOf(open)} size="l" onClose={close}>
          <TextView label={SHELF[open.whose]} text={open} />
          <DialogActions>
            <Button
              variant="secondary"
              onClick={() =>
                void copy(open).then(
                  () => toast.success({ title: SHELF.copied }),
                  () => toast.danger({ title: SHELF.copy_failed }),
                )
              }
            >
              {SHELF.copy}
            </Button>
            <Button
              onClick={() => {
                close()
                onBringBack(open)
              }}
            >
              {open.whose === 'mine' ? SHELF.bring_mine : SHELF.bring_former}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </ul>
  )
}
