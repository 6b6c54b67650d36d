import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { toast } from '@podmoga/ui/toast/toast'
import { generate } from 'lean-qr'
import { useMemo } from 'react'
import styles from './business.module.css'
import { PEOPLE } from './business.texts.ts'

/** The dark squares of a QR code as one path, a unit each. */
const squaresOf = (text: string): { path: string; size: number } => {
  const code = generate(text)
  let path = ''
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) path += `M${x} ${y}h1v1h-1z`
  return { path, size: code.size }
}

interface LinkDialogProps {
  title: string
  link: string
  isSent: boolean
  onClose: () => void
}

/** A one-time link to be shown or handed over: as a QR code for a phone's camera, and as text. */
export function LinkDialog({ title, link, isSent, onClose }: LinkDialogProps) {
  const { path, size } = useMemo(() => squaresOf(link), [link])
  const copy = () =>
    navigator.clipboard.writeText(link).then(
      () => toast.success({ title: PEOPLE.copied }),
      () => toast.danger({ title: link }),
    )
  return (
    <Dialog title={title} onClose={onClose}>
      <div className={styles.form}>
        <p>{isSent ? PEOPLE.ready_sent : PEOPLE.ready_not_sent}</p>
        <svg
          className={styles.qr}
          viewBox={`-2 -2 ${size + 4} ${size + 4}`}
          role="img"
          aria-label={PEOPLE.qr}
          shapeRendering="crispEdges"
        >
          <path d={path} fill="currentColor" />
        </svg>
        <p className={styles.link}>{link}</p>
        <DialogActions>
          <Button variant="secondary" onClick={() => void copy()}>
            {PEOPLE.copy}
          </Button>
          <Button onClick={onClose}>{PEOPLE.close}</Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
