import { announce } from '@podmoga/ui/live-region/live-region'
import { useEffect, useState } from 'react'

const WORDS = 'Похоже на номер карты: сохранятся только первые шесть и последние четыре цифры.'
const FEWEST_DIGITS = 13
const hasDigits = (text: string): boolean => (text.match(/\p{Nd}/gu) ?? []).length >= FEWEST_DIGITS

type Find = typeof import('@podmoga/contract/fields/card-number').hasCardNumber

/** Warns before sending about a text that looks like a payment card number. Does not prevent sending. */
export function CardWarning({ text }: { text: string }) {
  const [find, setFind] = useState<Find | null>(null)
  const isLikely = hasDigits(text)
  useEffect(() => {
    if (!isLikely) return
    // Few messages have that many digits, so the card check is loaded on demand. Offline there is no warning.
    void import('@podmoga/contract/fields/card-number').then(
      ({ hasCardNumber }) => setFind(() => hasCardNumber),
      () => null,
    )
  }, [isLikely])
  const isThere = isLikely && find?.(text) === true
  useEffect(() => {
    if (isThere) announce(WORDS)
  }, [isThere])
  return isThere ? <p className="t-small">{WORDS}</p> : null
}
