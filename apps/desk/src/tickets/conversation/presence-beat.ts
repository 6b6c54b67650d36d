/** The server forgets whoever is silent for thirty seconds. */
export const BEAT_MS = 12_000
/** While keys are pressed it is told this often: the restaurant sees somebody writing. */
const TYPING_MS = 4000
/** So long somebody who has begun an answer may look something up in another tab. */
const AWAY_MS = 120_000

type Doing = 'looking' | 'answering' | 'gone'

/**
 * What a page tells of its agent at a ticket: answering from the first letter for as long as there is text, looking
 * else, gone when it is out of sight. `now` is in milliseconds.
 */
export const makePresenceBeat = (tell: (doing: Doing) => void, now: () => number) => {
  let hasText = false
  let hiddenAt: number | null = null
  let toldAt = Number.NEGATIVE_INFINITY
  let last: Doing = 'gone'
  const isAway = () => hiddenAt !== null && !(hasText && now() - hiddenAt < AWAY_MS)
  const say = (doing: Doing) => {
    if (doing === 'gone' && last === 'gone') return
    last = doing
    toldAt = now()
    tell(doing)
  }
  const beat = () => say(isAway() ? 'gone' : hasText ? 'answering' : 'looking')
  return {
    beat,
    /** Something was typed, put in, sent or removed. */
    write: (isThere: boolean): void => {
      const isNews = isThere !== hasText
      hasText = isThere
      if (isNews || (isThere && now() - toldAt > TYPING_MS)) beat()
    },
    show: (isSeen: boolean): void => {
      hiddenAt = isSeen ? null : (hiddenAt ?? now())
      beat()
    },
    /** The page or the ticket is left: text that stays in the field is no answer any more, until it is shown again. */
    leave: (): void => {
      hiddenAt = Number.NEGATIVE_INFINITY
      say('gone')
    },
  }
}
