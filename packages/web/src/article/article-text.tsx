import { ArticleBody } from '@podmoga/ui/article-body/article-body'
import { type ComponentType, useEffect, useRef, useState } from 'react'
import type { VideosProps } from './videos.tsx'

/** The markup of a video in an article: see fields/video.ts of the contract. */
const MAY_HOLD_VIDEO = /<figure>\s*<a\s/

/** The text of an article with its videos. The code for videos is loaded only if there are any; until then they are links. */
export function ArticleText({ html }: { html: string }) {
  const host = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ Videos: ComponentType<VideosProps>; host: HTMLElement } | null>(null)
  const mayHold = MAY_HOLD_VIDEO.test(html)
  useEffect(() => {
    if (!mayHold) return
    let isGone = false
    import('./videos.tsx').then(
      ({ Videos }) => {
        if (!isGone && host.current !== null) setShown({ Videos, host: host.current })
      },
      () => null,
    )
    return () => {
      isGone = true
    }
  }, [mayHold])
  return (
    <>
      <ArticleBody ref={host} html={html} />
      {shown !== null && <shown.Videos host={shown.host} html={html} />}
    </>
  )
}
