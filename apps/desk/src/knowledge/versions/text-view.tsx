import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { ScrollBox } from '@podmoga/ui/scroll-box/scroll-box'
import { ArticleText } from '@podmoga/web/article/article-text'
import { EDITOR } from '../knowledge.texts.ts'
import type { DraftText } from '../material/draft-text.ts'
import styles from './compare.module.css'

/** Shows a text of a material with title, cover and files. */
export function TextView({ label, text }: { label: string; text: DraftText }) {
  return (
    <ScrollBox className={styles.text} aria-label={label}>
      <p className="t-h2">{text.title}</p>
      {/* the signed URL of a long-kept text has expired: then the alt text is shown */}
      {text.cover && <img className={styles.cover} src={text.cover.url} alt={EDITOR.cover} />}
      <ArticleText html={text.content} />
      {text.files.length > 0 && (
        <ul className={styles.files} aria-label={EDITOR.files}>
          {text.files.map(({ id, url, file_name, size }) => (
            <li key={id}>
              <FileChip href={url} name={file_name} size={size} />
            </li>
          ))}
        </ul>
      )}
    </ScrollBox>
  )
}
