import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { TextArea } from '@podmoga/ui/field/text-area'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import styles from '../editor/editor.module.css'
import { previewAlsoAsked } from '../knowledge.api.ts'
import { ALSO_ASKED } from '../knowledge.texts.ts'
import { PreviewPart } from '../preview-part.tsx'
import { questionsError, questionsOf } from './also-asked.ts'
import { setAlsoAsked } from './material.api.ts'

/** Questions that should find this material: saved on blur, searchable at once. */
export function AlsoAskedPart({ material }: { material: DeskMaterial }) {
  const { call } = useScope()
  const [stored, setStored] = useState<string[]>(material.also_asked)
  const [text, setText] = useState(material.also_asked.join('\n'))
  const [isSaved, setSaved] = useState(false)
  const { run, isPending } = useSubmit({ toast: ALSO_ASKED.failed })
  const isDirty = questionsOf(text).join('\n') !== stored.join('\n')
  useAskBeforeUnload(isDirty)
  const save = async () => {
    if (!isDirty || questionsError(text) !== undefined) return
    const answer = await run(() => setAlsoAsked(call, material.id, questionsOf(text), stored))
    if (answer === null) return
    setStored(answer.also_asked)
    setSaved(true)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: saves on blur, except when the focus moves to the preview button inside
    <div
      className={styles.part}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void save()
      }}
    >
      <TextArea
        className={styles.wide}
        label={ALSO_ASKED.label}
        hint={ALSO_ASKED.hint}
        rows={2}
        maxRows={10}
        value={text}
        readOnly={isPending}
        error={questionsError(text)}
        onChange={({ target }) => {
          setText(target.value)
          setSaved(false)
        }}
      />
      <p role="status" className="t-small t-muted">
        {isPending ? ALSO_ASKED.saving : isSaved && !isDirty ? ALSO_ASKED.saved : ''}
      </p>
      {material.published_at !== null && (
        <PreviewPart
          size="s"
          look={
            isDirty && questionsError(text) === undefined
              ? () => previewAlsoAsked(call, material.id, questionsOf(text))
              : undefined
          }
        />
      )}
    </div>
  )
}
