import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
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

interface ToastTexts {
  title: ReactNode
  text?: ReactNode
  /** Language of the texts when it is not Russian. */
  lang?: string
}
interface ToastData extends ToastTexts {
  tone: 'success' | 'danger' | 'info'
}

const LIFE_MS = { success: 8_000, info: 8_000, danger: 12_000 }
const ICONS = { success: CircleCheck, info: Info, danger: CircleAlert }

const queue = new ToastQueue<ToastData>({ maxVisibleToasts: 3 })

const show = (tone: ToastData['tone']) => (texts: ToastTexts) =>
  queue.add({ ...texts, tone }, { timeout: LIFE_MS[tone] })

/** Shows a notice for 8 s (danger: 12 s) and returns its key for `toast.close`. */
export const toast = {
  success: show('success'),
  danger: show('danger'),
  info: show('info'),
  close: (key: string) => queue.close(key),
  clear: () => queue.clear(),
}

/** Where notices appear. Mount once, near the end of the app. */
export function ToastRegion() {
  useEffect(() => {
    const pauseWhenHidden = () => (document.hidden ? queue.pauseAll() : queue.resumeAll())
    document.addEventListener('visibilitychange', pauseWhenHidden)
    return () => document.removeEventListener('visibilitychange', pauseWhenHidden)
  }, [])
  return (
    <Region queue={queue} aria-label="Уведомления" className={styles.region ?? ''}>
      <ToastList<ToastData> className={styles.list ?? ''}>
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
