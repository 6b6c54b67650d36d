/** Must be well below the server's presence timeout of thirty seconds. */
export const BEAT_MS = 12_000
/** Minimum interval of beats while typing: the restaurant sees that somebody is writing. */
const TYPING_MS = 4000
/** An agent with a begun reply still counts as answering for this long after leaving the tab. */
const AWAY_MS = 120_000

type Doing = 'looking' | 'answering' | 'gone'

/**
 * Reports the agent's presence at a ticket: `answering` while there is text, otherwise `looking`, and `gone` when the page
 * is hidden. `now` returns milliseconds.
 */
export const makePresenceBeat = (send: (doing: Doing) => void, now: () => number) => {
  let hasText = false
  let hiddenAt: number | null = null
  let sentAt = Number.NEGATIVE_INFINITY
  let last: Doing = 'gone'
  const isAway = () => hiddenAt !== null && !(hasText && now() - hiddenAt < AWAY_MS)
  const report = (doing: Doing) => {
    if (doing === 'gone' && last === 'gone') return
    last = doing
    sentAt = now()
    send(doing)
  }
  const beat = () => report(isAway() ? 'gone' : hasText ? 'answering' : 'looking')
  return {
    beat,
    /** Call on each change of the text, however it was made. */
    write: (isThere: boolean): void => {
      const isNews = isThere !== hasText
      hasText = isThere
      if (isNews || (isThere && now() - sentAt > TYPING_MS)) beat()
    },
    show: (isSeen: boolean): void => {
      hiddenAt = isSeen ? null : (hiddenAt ?? now())
      beat()
    },
    /** The page or the ticket is left: remaining text does not count as answering until the page is shown again. */
    leave: (): void => {
      hiddenAt = Number.NEGATIVE_INFINITY
      report('gone')
    },
  }
}
