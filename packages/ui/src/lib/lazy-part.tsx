import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react'
import { announce } from '../live-region/live-region.tsx'
import styles from './lazy-part.module.css'

const TEXTS = { lost: 'Нет соединения. Откроем, когда сеть появится.', close: 'Закрыть' } as const

/** Delay before the «Нет соединения» message. */
const LOST_AFTER_MS = 3000
const AGAIN_MS = 2000

export interface LazyPart<Props extends object> {
  (props: Props): ReactNode
  /** Fetches the code ahead of use. Errors are ignored here: rendering the part shows them. */
  preload: () => void
}

let isServerThere: () => Promise<boolean> = async () => false

/** Sets how lazy parts check whether the server answers; until then every failed load is retried. */
export const setServerCheck = (ask: () => Promise<boolean>): void => {
  isServerThere = ask
}

function Lost({ onClose }: { onClose?: () => void }) {
  useEffect(() => announce(TEXTS.lost), [])
  return (
    <div className={styles.lost}>
      <span>{TEXTS.lost}</span>
      {onClose !== undefined && (
        <button type="button" className={styles.close} onClick={onClose}>
          {TEXTS.close}
        </button>
      )}
    </div>
  )
}

/**
 * A part of a page in a chunk of its own. If the chunk cannot be fetched now, a message says so, and the part opens by itself
 * once it can. If the chunk is missing while the server answers, the part throws and breaks its page.
 * A part that opens over the page gets a task of its own even when its chunk is loaded, because rendering it takes a slow phone
 * longer than a frame. A part inside the page (`inPlace`) renders at once when its chunk is loaded.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { inPlace = false }: { inPlace?: boolean } = {},
): LazyPart<Props> => {
  let loaded: ComponentType<Props> | null = null
  const loadPart = async () => {
    loaded ??= await load()
    return loaded
  }
  const Part = (props: Props) => {
    const [Known, setKnown] = useState<ComponentType<Props> | null>(() => (inPlace ? loaded : null))
    const [isLost, setLost] = useState(false)
    const [problem, setProblem] = useState<unknown>(null)
    useEffect(() => {
      if (Known !== null) return
      let isOver = false
      let wasThere = false
      let again: ReturnType<typeof setTimeout> | undefined
      const late = setTimeout(() => setLost(true), LOST_AFTER_MS)
      const onFailure = async (error: unknown) => {
        const isThere = await isServerThere()
        if (isOver) return
        if (isThere && wasThere) return setProblem(error)
        if (!isThere) setLost(true)
        again = setTimeout(ask, isThere ? 0 : AGAIN_MS)
        wasThere = isThere
      }
      const ask = () =>
        void loadPart().then((part) => {
          if (!isOver) startTransition(() => setKnown(() => part))
        }, onFailure)
      ask()
      return () => {
        isOver = true
        clearTimeout(late)
        clearTimeout(again)
      }
    }, [Known])
    if (problem !== null) throw problem
    if (Known !== null) return <Known {...props} />
    return isLost && <Lost {...(props as { onClose?: () => void })} />
  }
  Part.preload = () => void loadPart().catch(() => null)
  return Part
}
