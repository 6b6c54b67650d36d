import { announce } from '@podmoga/ui/live-region/live-region'
import { useEffect } from 'react'
import { hasCardNumber } from './card-number.ts'
import { TICKETS } from './tickets.texts.ts'

/** Points out, before it is sent, what looks like a payment card's number. It forbids nothing. */
export function CardWarning({ text }: { text: string }) {
  const isThere = hasCardNumber(text)
  useEffect(() => {
    if (isThere) announce(TICKETS.card_number)
  }, [isThere])
  return isThere ? <p className="t-small">{TICKETS.card_number}</p> : null
}
