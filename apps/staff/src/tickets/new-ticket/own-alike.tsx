import { listOwnAlike } from '@podmoga/contract/tickets/alike'
import { Card } from '@podmoga/ui/card/card'
import { Link } from '@podmoga/ui/lib/navigation'
import { announce } from '@podmoga/ui/live-region/live-region'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { paths } from '../../lib/paths.ts'
import { type Scope, useScope } from '../../lib/scope.tsx'
import { suggestedQuery } from '../../lib/suggested.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { useStillWhilePressed } from '../../lib/use-still-while-pressed.ts'
import { ticketsRoot } from '../tickets.api.ts'
import { NEW_TICKET } from './new-ticket.texts.ts'
import styles from './own-alike.module.css'

const PAUSE_MS = 700

const alikeQuery = ({ restaurantId, call }: Scope, q: string) =>
  queryOptions({
    queryKey: [...ticketsRoot(restaurantId), 'alike', q],
    queryFn: ({ signal }) => call(listOwnAlike, { query: { q } }, { signal }),
    enabled: q !== '',
    placeholderData: (before) => before,
    // A hint: without it the form is whole.
    retry: false,
  })

/** «Похожий тикет уже открыт в вашем ресторане», or what is nearest to it: one tap leads there, and the draft stays. */
export function OwnAlike({ message }: { message: string }) {
  const scope = useScope()
  const q = useDebounced(suggestedQuery(message), PAUSE_MS)
  const { data } = useQuery(alikeQuery(scope, q))
  // It stands over «Отправить».
  const shown = useStillWhilePressed(q === '' ? undefined : data)
  const found = shown?.results ?? []
  const isSure = found.length > 0 && shown?.sure !== false
  useEffect(() => {
    if (isSure) announce(NEW_TICKET.alike)
  }, [isSure])
  if (found.length === 0) return null
  return (
    <Card>
      <p>{isSure ? NEW_TICKET.alike : NEW_TICKET.alike_unsure}</p>
      <ul>
        {found.map(({ id, number, first_words }) => (
          <li key={id}>
            <Link className={styles.words} href={paths.ticket(scope.restaurantId, id)}>
              {NEW_TICKET.alike_one(number, first_words)}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}
