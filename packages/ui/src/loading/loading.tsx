import { type ReactNode, useEffect } from 'react'
import { announce } from '../live-region/live-region.tsx'
import styles from './loading.module.css'
import { useCalmLoading } from './use-calm-loading.tsx'

interface LoadingProps {
  isLoading: boolean
  /** The content shown is about to be replaced by newer content. */
  isUpdating?: boolean
  /** Has the geometry of the content. */
  skeleton: ReactNode
  /** The content, or a function that renders it: called only when nothing is loading. */
  children: ReactNode | (() => ReactNode)
  className?: string
}

/**
 * A region that loads: no skeleton for 200 ms (its space is reserved), then a skeleton for at least 400 ms; `aria-busy`
 * throughout and one polite «Загрузка…». Content that is being updated stays visible and is marked busy too.
 */
export function Loading({ isLoading, isUpdating = false, skeleton, children, className }: LoadingProps) {
  const phase = useCalmLoading(isLoading)
  const isSlow = useCalmLoading(isLoading || isUpdating) === 'shown'
  useEffect(() => {
    if (isSlow) announce('Загрузка…')
  }, [isSlow])
  const busy = phase !== 'done' || isLoading
  return (
    <div className={className} aria-busy={busy || isUpdating}>
      {busy ? (
        <div aria-hidden className={phase === 'shown' ? undefined : styles.waiting}>
          {skeleton}
        </div>
      ) : typeof children === 'function' ? (
        children()
      ) : (
        children
      )}
    </div>
  )
}
