import { useOnline } from '@podmoga/ui/lib/use-online'
import { Wifi, WifiOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { APP } from './app.texts.ts'
import styles from './offline-bar.module.css'

const GREET_MS = 3000

/** Tells that the network is gone, and for three seconds that it is back. */
export function OfflineBar() {
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
    <div role="status">
      {!isOnline && (
        <p className={styles.offline}>
          <WifiOff size={18} aria-hidden />
          {APP.offline}
        </p>
      )}
      {isOnline && isBack && (
        <p className={styles.online}>
          <Wifi size={18} aria-hidden />
          {APP.online_again}
        </p>
      )}
    </div>
  )
}
