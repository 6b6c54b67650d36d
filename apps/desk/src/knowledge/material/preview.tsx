import { articleCover } from '@podmoga/ui/article-body/article-look'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { NavigationProvider } from '@podmoga/ui/lib/navigation'
import { Tabs } from '@podmoga/ui/tabs/tabs'
import { ArticleText } from '@podmoga/web/article/article-text'
import { useEffect, useRef, useState } from 'react'
import styles from './preview.module.css'
import type { DraftText } from './use-material-draft.ts'

const WIDTHS = { phone: 390, desktop: 1280 } as const

// Links open in a new window, so that the editor is not left.
const beside = {
  navigate: (path: string) => void window.open(path, '_blank', 'noopener'),
  hrefOf: (path: string) => path,
}

/** Scale that fits a page of `width` px into its container, at most 1. */
function useFit(width: number) {
  const host = useRef<HTMLDivElement>(null)
  const [scale, setScale] = useState(1)
  useEffect(() => {
    if (host.current === null) return
    const observer = new ResizeObserver(([entry]) =>
      setScale(Math.min(1, (entry?.contentRect.width ?? width) / width)),
    )
    observer.observe(host.current)
    return () => observer.disconnect()
  }, [width])
  return { host, scale }
}

/** Preview of the article as readers would see it, on a phone or a computer. */
export function Preview({ text }: { text: DraftText }) {
  const [size, setSize] = useState<keyof typeof WIDTHS>('phone')
  const width = WIDTHS[size]
  const { host, scale } = useFit(width)
  return (
    <Tabs
      className={styles.preview}
      label="Ширина предпросмотра"
      tabs={[
        { key: 'phone', label: 'Телефон, 390' },
        { key: 'desktop', label: 'Компьютер, 1280' },
      ]}
      selected={size}
      onSelect={setSize}
    >
      <div ref={host} className={styles.stage}>
        <div className={styles.page} data-size={size} style={{ width, zoom: scale }}>
          <NavigationProvider navigation={beside}>
            <article className={styles.article}>
              <h1 className={styles.title}>{text.title}</h1>
              {text.cover && (
                <img
                  className={articleCover}
                  src={text.cover.url}
                  alt=""
                  {...(text.cover.width !== null && { width: text.cover.width })}
                  {...(text.cover.height !== null && { height: text.cover.height })}
                />
              )}
              <ArticleText html={text.content} />
              {text.files.length > 0 && (
                <ul className={styles.files}>
                  {text.files.map((file) => (
                    <li key={file.id}>
                      <FileChip href={file.url} name={file.file_name} size={file.size} />
                    </li>
                  ))}
                </ul>
              )}
            </article>
          </NavigationProvider>
        </div>
      </div>
    </Tabs>
  )
}
