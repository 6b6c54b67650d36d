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
  /** Where a press to send leads while this is to be decided. */
  anyway: Ref<HTMLButtonElement>
}

/** «Пока вы писали, ответил коллега»: the draft goes all the same, or gives way; given up, it can be had back. */
export function AnsweredLine({ of: { answered }, writing, onAnyway, anyway }: AnsweredLineProps) {
  const { draft, area } = writing
  const [givenUp, setGivenUp] = useState<{ text: string; files: readonly File[] } | null>(null)
  // Of two presses before the page is drawn again the first is what was meant: a draft that is given up does not go.
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
