import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { copyText } from '@podmoga/ui/lib/copy-text'
import { useState } from 'react'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import styles from '../business.module.css'
import { KEYS } from './keys.texts.ts'

const held = new Map<string, string>()

/**
 * A created key, held until the person has copied it or confirms having it, so that it is not lost by navigating within the
 * app. In memory only, because it is a secret.
 */
export const heldKey = {
  get: (person: string): string | null => held.get(person) ?? null,
  hold: (person: string, key: string): void => void held.set(person, key),
  drop: (person: string): void => void held.delete(person),
}

interface MadeKeyProps {
  made: string
  /** Called when the key was copied. */
  onTaken: () => void
  onClose: () => void
}

/** Shows a created key once; closing asks for confirmation until it was copied. */
export function MadeKey({ made, onTaken, onClose }: MadeKeyProps) {
  const [isTaken, setTaken] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useAskBeforeUnload(!isTaken)
  const copy = async () => {
    if (!(await copyText(made, KEYS.copied))) return
    setTaken(true)
    onTaken()
  }
  return (
    <Dialog
      title={KEYS.made_title}
      onClose={() => (isTaken ? onClose() : setAsked(true))}
      isDismissable={false}
    >
      <div className={styles.form}>
        <p>{KEYS.made}</p>
        <p className={styles.link}>{made}</p>
        <DialogActions>
          <Button variant="secondary" onClick={() => void copy()}>
            {KEYS.copy}
          </Button>
          <Button onClick={onClose}>{KEYS.close}</Button>
        </DialogActions>
      </div>
      {isAsked && (
        <Dialog title={KEYS.lose_title} onClose={() => setAsked(false)}>
          <p>{KEYS.lose_text}</p>
          <DialogActions>
            <Button variant="danger" onClick={onClose}>
              {KEYS.lose}
            </Button>
            <Button autoFocus onClick={() => setAsked(false)}>
              {KEYS.stay}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Dialog>
  )
}
