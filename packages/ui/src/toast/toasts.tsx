import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import {
  Button,
  UNSTABLE_ToastRegion as Region,
  Text,
  UNSTABLE_Toast as Toast,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastList as ToastList,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components'
import { cx } from '../lib/cx.tsx'
import styles from './toast.module.css'

export interface ToastTexts {
  title: ReactNode
  text?: ReactNode
  /** Language of the texts when it is not Russian. */
  lang?: string
  /** Its subject: the notice is removed by `done` with the same one. */
  about?: string | undefined
}
export interface Notice extends ToastTexts {
  tone: 'success' | 'danger' | 'info'
}

const LIFE_MS = { success: 8_000, info: 8_000, danger: 12_000 }
const ICONS = { success: CircleCheck, info: Info, danger: CircleAlert }

const queue = new ToastQueue<Notice>({ maxVisibleToasts: 3 })

/** Shows a notice for 8 s (danger: 12 s). */
export const addNotice = (notice: Notice): void => void queue.add(notice, { timeout: LIFE_MS[notice.tone] })

/** Removes the notices about a subject, or all of them. */
export const closeToasts = (about?: string): void => {
  if (about === undefined) queue.clear()
  for (const { key, content } of [...queue.visibleToasts]) if (content.about === about) queue.close(key)
}

/** The toasts themselves; toast.tsx mounts it. */
export function Toasts() {
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const pauseWhenHidden = () => (document.hidden ? queue.pauseAll() : queue.resumeAll())
    // The library pauses the toasts shown while the region is hovered or focused, but not one added meanwhile.
    const hold = () => {
      const isAttended = region.current?.matches('[data-hovered], :focus-within') === true
      if (document.hidden || isAttended) queue.pauseAll()
    }
    // A toast's timer starts when it is rendered.
    const holdSoon = () => void setTimeout(hold)
    holdSoon()
    const stop = queue.subscribe(holdSoon)
    document.addEventListener('visibilitychange', pauseWhenHidden)
    return () => {
      stop()
      document.removeEventListener('visibilitychange', pauseWhenHidden)
    }
  }, [])
  return (
    <Region ref={region} queue={queue} aria-label="Уведомления" className={styles.region ?? ''}>
      <ToastList<Notice> className={styles.list ?? ''}>
        {({ toast: item }) => {
          const { tone, title, text, lang } = item.content
          const Icon = ICONS[tone]
          const close = () => queue.close(item.key)
          return (
            <Toast
              toast={item}
              className={cx(styles.toast, styles[tone])}
              onClick={close}
              render={({ onKeyDown, ...dom }) => (
                // biome-ignore lint/a11y/noStaticElementInteractions: react-aria gives it the role alertdialog
                <div
                  {...dom}
                  onKeyDown={(event) => {
                    onKeyDown?.(event)
                    if (event.key === 'Escape') close()
                  }}
                />
              )}
            >
              <Icon size={20} aria-hidden />
              <ToastContent className={styles.content} lang={lang}>
                <Text slot="title" className={styles.title}>
                  {title}
                </Text>
                {text && (
                  <Text slot="description" className={styles.text}>
                    {text}
                  </Text>
                )}
              </ToastContent>
              <Button slot="close" aria-label="Закрыть уведомление" className={styles.close ?? ''}>
                <X size={18} aria-hidden />
              </Button>
            </Toast>
          )
        }}
      </ToastList>
    </Region>
  )
}
