import type { DeskMaterial } from '@podmoga/contract/desk/materials'
import { TextArea } from '@podmoga/ui/field/text-area'
import { toast } from '@podmoga/ui/toast/toast'
import { explain } from '@podmoga/web/explain'
import { useState } from 'react'
import { usePlace } from '../lib/place.tsx'
import { useAskBeforeUnload } from '../lib/use-ask-before-unload.ts'
import { questionsError, questionsOf } from './also-asked.ts'
import styles from './editor.module.css'
import { ALSO_ASKED } from './knowledge.texts.ts'
import { setAlsoAsked } from './material.api.ts'

/** How people ask for this material: saved when the field is left, known to the search at once. */
export function AlsoAskedPart({ material }: { material: DeskMaterial }) {
  const { call } = usePlace()
  const [stored, setStored] = useState<string[]>(material.also_asked)
  const [text, setText] = useState(material.also_asked.join('\n'))
  const [state, setState] = useState<'still' | 'saving' | 'saved'>('still')
  const isDirty = questionsOf(text).join('\n') !== stored.join('\n')
  useAskBeforeUnload(isDirty)
  const save = async () => {
    if (!isDirty || state === 'saving' || questionsError(text) !== undefined) return
    setState('saving')
    try {
      const answer = await setAlsoAsked(call, material.id, questionsOf(text), stored)
      setStored(answer.also_asked)
      setState('saved')
    } catch (error) {
      setState('still')
      toast.danger({ title: ALSO_ASKED.failed, text: explain(error) })
    }
  }
  return (
    <div className={styles.part}>
      <TextArea
        className={styles.wide}
        label={ALSO_ASKED.label}
        hint={ALSO_ASKED.hint}
        rows={2}
        maxRows={10}
        value={text}
        readOnly={state === 'saving'}
        error={questionsError(text)}
        onChange={({ target }) => {
          setText(target.value)
          if (state === 'saved') setState('still')
        }}
        onBlur={() => void save()}
      />
      <p role="status" className="t-small t-muted">
        {state === 'saving' ? ALSO_ASKED.saving : state === 'saved' && !isDirty ? ALSO_ASKED.saved : ''}
      </p>
    </div>
  )
}
