import { ErrorBoundary } from '@podmoga/ui/error-state/error-boundary'
import { ErrorState } from '@podmoga/ui/error-state/error-state'
import { useOnline } from '@podmoga/web/use-online'
import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { isLostCode, mayReload, reloadWhenReachable } from '../lib/lost-code.ts'
import styles from './error-page.module.css'

const reload = () => location.reload()

/** Shown when the code of a page could not be fetched: browsers do not retry a failed import, so the page is reloaded. */
function LostCode() {
  const isOnline = useOnline()
  const [wasOffline, setWasOffline] = useState(!isOnline)
  const [isTrying, setTrying] = useState(false)
  if (!isOnline && !wasOffline) setWasOffline(true)
  const [isShown, setShown] = useState(!isOnline)
  useEffect(() => {
    const recover = async () => {
      // No message before a reload has been tried.
      const isReloading = isOnline && (await reloadWhenReachable(() => wasOffline || mayReload()))
      if (!isReloading) setShown(true)
    }
    void recover()
  }, [isOnline, wasOffline])
  const retry = async () => {
    setTrying(true)
    if (!(await reloadWhenReachable())) setTrying(false)
  }
  if (!isShown) return <span hidden data-waiting />
  return (
    <ErrorState
      text="Не удалось показать страницу"
      detail={isOnline ? undefined : 'Нет соединения. Откроем, когда сеть появится.'}
      retryLabel="Обновить"
      isRetrying={isTrying}
      onRetry={() => void retry()}
    />
  )
}

/** Error message inside the shell: the page threw, or its code could not be fetched. */
function PageError({ error }: { error: unknown }) {
  if (isLostCode(error)) return <LostCode />
  return <ErrorState text="Не удалось показать страницу" retryLabel="Обновить" onRetry={reload} />
}

/** Error boundary of the pages: the shell keeps working. */
export function PageBoundary() {
  return (
    <ErrorBoundary scope={useLocation().key} fallback={(error) => <PageError error={error} />}>
      <Outlet />
    </ErrorBoundary>
  )
}

/** The outermost error boundary: even the shell failed. */
export function RootBoundary({ children }: { children: ReactNode }) {
  const fallback = (error: unknown) => (
    <main className={styles.page}>
      <PageError error={error} />
    </main>
  )
  return (
    <ErrorBoundary scope={useLocation().key} fallback={fallback}>
      {children}
    </ErrorBoundary>
  )
}
