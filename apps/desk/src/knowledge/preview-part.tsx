import type { SearchPreview } from '@podmoga/contract/desk/proposals'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Button } from '@podmoga/ui/button/button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import styles from './gaps/gaps.module.css'
import { PREVIEW } from './knowledge.texts.ts'

interface PreviewPartProps {
  /** Requests the preview; undefined if the change is invalid or empty. */
  look: (() => Promise<SearchPreview>) | undefined
  size?: 's' | 'm'
}

/** Previews how a change would affect the answers to recent questions, before saving. */
export function PreviewPart({ look, size = 'm' }: PreviewPartProps) {
  const [preview, setPreview] = useState<SearchPreview | null>(null)
  const { run, isPending } = useSubmit({ toast: PREVIEW.failed })
  const ask = () => run(async () => setPreview(look === undefined ? null : await look()))
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        disabled={look === undefined}
        isPending={isPending}
        onClick={() => void ask()}
      >
        {PREVIEW.look}
      </Button>
      {preview !== null && (
        <div role="status" className={styles.gap}>
          <p>
            {preview.moved === 0 && preview.found === 0 && preview.lost === 0
              ? PREVIEW.same(preview.looked)
              : PREVIEW.told(preview.looked, preview.moved, preview.found, preview.lost)}
          </p>
          <ul className={styles.texts}>
            {preview.examples.map(({ question, before, after }) => (
              <li key={question}>
                {quoted(question)}: {before ?? PREVIEW.none} → {after ?? PREVIEW.none}
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
