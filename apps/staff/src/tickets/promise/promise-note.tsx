import { Clock } from 'lucide-react'
import styles from './promise.module.css'
import { promiseText } from './promise.texts.ts'

interface PromiseNoteProps {
  /** Minutes; if null or undefined, nothing is shown. */
  minutes: number | null | undefined
  opensAt: string | null | undefined
}

/** «Обычно отвечаем за 12 минут». */
export function PromiseNote({ minutes, opensAt }: PromiseNoteProps) {
  if (minutes === null || minutes === undefined) return null
  return (
    <p className={styles.note}>
      <Clock size={16} aria-hidden />
      {promiseText(minutes, opensAt, new Date())}
    </p>
  )
}
