import { useEffect, useEffectEvent, useState } from 'react'
import { arrivals, type DraftField } from './arrivals.ts'

/** Names of the files still loading for a ticket's reply; loaded ones are passed to `onFile`. */
export function useArrivals(
  person: string,
  ticketId: string,
  does: Pick<DraftField, 'onFile' | 'onLost'>,
): readonly string[] {
  const [coming, setComing] = useState<readonly string[]>(() => arrivals.coming(person, ticketId))
  const onFile = useEffectEvent(does.onFile)
  const onLost = useEffectEvent(does.onLost)
  useEffect(
    () =>
      arrivals.open(person, ticketId, {
        onFile: (file) => onFile(file),
        onLost: (name) => onLost(name),
        onChange: () => setComing(arrivals.coming(person, ticketId)),
      }),
    [person, ticketId],
  )
  return coming
}
