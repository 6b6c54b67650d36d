import { createContext, type RefObject, use, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useLinkPresses } from '../lib/navigation.tsx'
import styles from './article-body.module.css'
import { cleanerToCome } from './clean-html.tsx'
import { articleText, showText, watchScrollers } from './show-html.tsx'

/** Makes the markup of an article's text where there is no browser to do it; the text comes clean from the server. */
export const ArticleDrawing = createContext<((html: string) => string) | null>(null)

interface ArticleBodyProps {
  /** Article HTML; made safe here once more. */
  html: string
  /** The element that shows it. */
  ref: RefObject<HTMLDivElement | null>
}

/**
 * The text of an article: links of the app stay in the app, wide tables and code scroll by themselves. It waits, as a page
 * does for its code, for a cleaner where the browser has none.
 */
export function ArticleBody({ html, ref: host }: ArticleBodyProps) {
  const shown = useRef<string | null>(null)
  const onClick = useLinkPresses()
  const draw = use(ArticleDrawing)
  const cleaner = cleanerToCome()
  if (cleaner !== null) use(cleaner)
  // Made while the page is being drawn, which gives way to touches; the task that shows it is long enough.
  const text = useMemo(() => (draw === null ? articleText(html) : null), [draw, html])
  useLayoutEffect(() => {
    if (host.current && text) showText(host.current, text, shown.current)
    shown.current = text?.html ?? null
  }, [host, text])
  useEffect(() => (host.current ? watchScrollers(host.current) : undefined), [host])
  return (
    // biome-ignore lint/a11y: the presses are those of the links inside, which the keyboard presses too
    <div
      ref={host}
      className={styles.body}
      onClick={onClick}
      {...(draw && { dangerouslySetInnerHTML: { __html: draw(html) } })}
    />
  )
}
