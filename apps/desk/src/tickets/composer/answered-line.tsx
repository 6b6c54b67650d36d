import { Button } from '@podmoga/ui/button/button'
import { type Ref, useRef, useState } from 'react'
import styles from './composer.module.css'
import { COMPOSER } from './composer.texts.ts'
import type { DraftGuard } from './draft-guard.ts'
import type { Writing } from './use-writing.ts'

interface AnsweredLineProps {
  of: Pick<DraftGuard, 'answered'>
  writing: Writing
  onAnyway: () => void
  /** Focused when the agent presses "send" before deciding. */
  anyway: Ref<HTMLButtonElement>
}

/** «Пока вы писали, ответил коллега»: send the draft anyway or discard it; a discarded draft can be restored. */
export function AnsweredLine({ of: { answered }, writing, onAnyway, anyway }: AnsweredLineProps) {
  const { draft, area } = writing
  const [givenUp, setGivenUp] = useState<{ text: string; files: readonly File[] } | null>(null)
  // Of two presses before the next render only the first counts: a discarded draft must not be sent.
  const isDecided = useRef(false)
  const decide = (way: () => void) => () => {
    if (isDecided.current) return
    isDecided.current = true
    setTimeout(() => {
      isDecided.current = false
    })
    way()
  }
  const giveUp = () => {
    setGivenUp({ text: draft.text, files: draft.filesNow() })
    draft.setText('')
    draft.setFiles([])
    area.current?.focus()
  }
  const giveBack = () => {
    if (givenUp === null) return
    draft.setText(givenUp.text)
    draft.setFiles(givenUp.files)
    setGivenUp(null)
    area.current?.focus()
  }
  const names = [...new Set(answered.map(({ user_name }) => user_name ?? COMPOSER.colleague))].join(', ')
  return (
    <div role="status" className={styles.answered}>
      {answered.length > 0 ? (
        <>
          <span>{COMPOSER.answered_meanwhile(names)}</span>
          <Button ref={anyway} size="s" variant="ghost" onClick={decide(onAnyway)}>
            {COMPOSER.send_anyway}
          </Button>
          <Button size="s" variant="ghost" onClick={decide(giveUp)}>
            {COMPOSER.take_answer}
          </Button>
        </>
      ) : (
        givenUp !== null &&
        draft.text === '' && (
          <>
            <span>{COMPOSER.given_up}</span>
            <Button size="s" variant="ghost" onClick={giveBack}>
              {COMPOSER.give_back}
            </Button>
          </>
        )
      )}
    </div>
  )
}
