import { WORD_MAX } from '@podmoga/contract/fields/limits'
import type { Rating } from '@podmoga/contract/tickets'
import { Button } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { explain, isRefusal } from '@podmoga/web/explain'
import { useQueryClient } from '@tanstack/react-query'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { sendOrKeep } from '../../lib/offline/pending-actions.ts'
import { useScope } from '../../lib/scope.tsx'
import { rate, ticketQuery } from '../tickets.api.ts'
import styles from './rating.module.css'
import { RATING } from './rating.texts.ts'

interface RatingProps {
  ticketId: string
  rating: Rating | null
}

/** The rating of support: one tap, and an optional comment. Not asked again once answered or dismissed. */
export function RatingPart({ ticketId, rating }: RatingProps) {
  const scope = useScope()
  const cache = useQueryClient()
  const [isMine, setMine] = useState(false)
  const [word, setWord] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)

  const give = async (body: { score?: Rating['score']; word?: string }) => {
    if (isBusy) return
    setBusy(true)
    setProblem(undefined)
    const { queryKey } = ticketQuery(scope, ticketId)
    try {
      const key = body.word === undefined ? ticketId : `${ticketId} word`
      const answer = await sendOrKeep(scope, { kind: 'rate', key, data: { ticketId, ...body } }, rate)
      setMine(body.word === undefined)
      const said = { score: body.score ?? rating?.score ?? 'skipped', word: body.word ?? null }
      cache.setQueryData(queryKey, (ticket) => ticket && { ...ticket, rating: answer?.rating ?? said })
    } catch (error) {
      // A colleague has rated first: one rating counts for the restaurant.
      if (isRefusal(error, 'already_rated')) await cache.invalidateQueries({ queryKey })
      else setProblem(explain(error) ?? RATING.rating_failed)
    } finally {
      setBusy(false)
    }
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (word.trim() !== '') void give({ word: word.trim() })
  }
  if (rating === null)
    return (
      <fieldset className={styles.part}>
        <legend className={styles.question}>{RATING.rating_question}</legend>
        <Button
          size="s"
          variant="secondary"
          icon={<ThumbsUp size={18} aria-hidden />}
          onClick={() => void give({ score: 'good' })}
        >
          {RATING.rating_good}
        </Button>
        <Button
          size="s"
          variant="secondary"
          icon={<ThumbsDown size={18} aria-hidden />}
          onClick={() => void give({ score: 'bad' })}
        >
          {RATING.rating_bad}
        </Button>
        <Button size="s" variant="ghost" onClick={() => void give({ score: 'skipped' })}>
          {RATING.rating_skip}
        </Button>
        <span role="alert" className={styles.problem}>
          {problem}
        </span>
      </fieldset>
    )
  if (rating.score === 'skipped') return null
  return (
    <form className={styles.part} onSubmit={send}>
      <p role="status" className={styles.question}>
        {RATING.rating_thanks}
      </p>
      {isMine && rating.word === null && (
        <>
          <TextField
            label={RATING.rating_word}
            hideLabel
            placeholder={RATING.rating_word}
            className={styles.word}
            autoComplete="off"
            maxLength={WORD_MAX}
            value={word}
            error={problem}
            onChange={(event) => setWord(event.target.value)}
          />
          <Button type="submit" size="s" variant="secondary" isPending={isBusy} disabled={word.trim() === ''}>
            {RATING.rating_send}
          </Button>
        </>
      )}
    </form>
  )
}
