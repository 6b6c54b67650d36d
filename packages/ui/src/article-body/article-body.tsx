import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLinkPresses } from '../lib/navigation.tsx'
import styles from './article-body.module.css'
import { loadCleaner } from './clean-html.tsx'
import { articleText, showText, watchScrollers } from './show-html.tsx'

/** Renders article HTML where there is no browser; the server supplies clean HTML. */
export const ArticleDrawing = createContext<((html: string) => string) | null>(null)

interface ArticleBodyProps {
  /** Article HTML; sanitized here once more. */
  html: string
  /** The element that contains it. */
  ref: RefObject<HTMLDivElement | null>
}

/**
 * The text of an article: in-app links navigate without a page load, wide tables and code scroll on their own. Suspends, like a
 * lazy page, until the sanitizer is loaded where the browser has none.
 */
export function ArticleBody({ html, ref: host }: ArticleBodyProps) {
  const shown = useRef<string | null>(null)
  const onClick = useLinkPresses()
  const draw = use(ArticleDrawing)
  const cleaner = loadCleaner()
  if (cleaner !== null) use(cleaner)
  // Computed during render, which React can interrupt for input; the effect that inserts the text is long enough already.
  const text = useMemo(() => (draw === null ? articleText(html) : null), [draw, html])
  useLayoutEffect(() => {
    if (host.current && text) showText(host.current, text, shown.current)
    shown.current = text?.html ?? null
  }, [host, text])
  useEffect(() => (host.current ? watchScrollers(host.current) : undefined), [host])
  return (
    // biome-ignore lint/a11y: handles clicks on the links inside, which the keyboard can also activate
    <div
      ref={host}
      className={styles.body}
      onClick={onClick}
      {...(draw && { dangerouslySetInnerHTML: { __html: draw(html) } })}
    />
  )
}
