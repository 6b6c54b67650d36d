import type { Material } from '@podmoga/contract/knowledge'
import { articleCover } from '@podmoga/ui/article-body/article-look'
import { useState } from 'react'

/** The cover, with its final size reserved. The server signs a new URL every few minutes; a cover already shown keeps its own. */
export function ArticleCover({ material }: { material: Material }) {
  const { cover, cover_width, cover_height } = material
  const [src, setSrc] = useState(cover)
  if (!src || !cover) return null
  const isSized = cover_width !== undefined && cover_height !== undefined
  return (
    <img
      className={articleCover}
      src={src}
      alt=""
      fetchPriority="high"
      {...(isSized && { width: cover_width, height: cover_height })}
      onError={() => setSrc(src === cover ? null : cover)}
    />
  )
}
