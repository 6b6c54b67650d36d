import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { useQuery } from '@tanstack/react-query'
import type { QueueView } from '../queue/queue-view.ts'
import { TicketLine } from '../queue/ticket-line.tsx'
import { relationsQuery, similarQuery } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'

interface SimilarProps {
  call: Call
  ticket: DeskTicket
  view: QueueView
  onLeave?: (() => void) | undefined
}

const MOST_NEIGHBOURS = 5

/** Tickets with similar texts, and other tickets of the restaurant. */
export function SimilarPart({ call, ticket, view, onLeave }: SimilarProps) {
  const { data, isError } = useQuery(similarQuery(call, ticket.id))
  const { data: relations } = useQuery(relationsQuery(call, ticket.id))
  const similar = data?.results ?? []
  const isUnsure = data?.sure === false && similar.length > 0
  const neighbours = relations?.of_restaurant.slice(0, MOST_NEIGHBOURS) ?? []
  return (
    <>
      <section className={styles.part}>
        <h2 className={styles.title}>{RELATIONS.similar}</h2>
        {data?.results.length === 0 && <p className={styles.small}>{RELATIONS.similar_none}</p>}
        {isUnsure && <p className={styles.small}>{RELATIONS.similar_unsure}</p>}
        {isError && <p className={styles.small}>{RELATIONS.similar_failed}</p>}
        <ul className={styles.lines}>
          {similar.map((one) => (
            <TicketLine key={one.id} ticket={one} view={view} onLeave={onLeave} />
          ))}
        </ul>
      </section>
      {neighbours.length > 0 && (
        <section className={styles.part}>
          <h2 className={styles.title}>{RELATIONS.of_restaurant}</h2>
          <ul className={styles.lines}>
            {neighbours.map((one) => (
              <TicketLine key={one.id} ticket={one} view={view} onLeave={onLeave} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
