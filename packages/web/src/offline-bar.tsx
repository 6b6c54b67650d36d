import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './offline-bar.module.css'
import { useOnline } from './use-online.ts'

const TEXTS = {
  offline: 'Нет соединения. Изменения сохраним.',
  online_again: 'Снова в сети',
} as const

const GREET_MS = 3000

/** Shows that the page is offline, and for three seconds that it is online again. */
export function OfflineBar({ className }: { className?: string | undefined }) {
  const isOnline = useOnline()
  const [isBack, setBack] = useState(false)
  const [wasOnline, setWasOnline] = useState(isOnline)
  if (wasOnline !== isOnline) {
    setWasOnline(isOnline)
    setBack(isOnline)
  }
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setBack(false), GREET_MS)
    return () => clearTimeout(timer)
  }, [isBack])
  return (
    <div role="status" className={className}>
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff size={18} aria-hidden />
          {TEXTS.offline}
        </p>
      )}
      {isOnline && isBack && (
        <p className={styles.online}>
          <Wifi size={18} aria-hidden />
          {TEXTS.online_again}
        </p>
      )}
    </div>
  )
}
