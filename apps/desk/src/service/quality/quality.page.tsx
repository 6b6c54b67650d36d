import { QUALITY_QUESTIONS } from '@podmoga/contract/desk/quality'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { QueryView } from '@podmoga/web/query-view'
import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { dayText } from '../../lib/day-text.ts'
import { MoreButton } from '../../lib/more-button.tsx'
import { useScope } from '../../lib/scope.tsx'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import { mineQuery, sumsQuery, waitingQuery, wordsQuery } from './quality.api.ts'
import styles from './quality.module.css'
import { QUALITY } from './quality.texts.ts'

interface PartProps<Item> {
  title: string
  empty: string
  query: UseInfiniteQueryResult<InfiniteData<{ results: Item[] }>>
  keyOf: (item: Item) => string
  children: (item: Item) => ReactNode
  /** Total number on all pages. */
  total?: number | undefined
}

/** A paginated list with a heading. */
function Part<Item>({ title, empty, query, keyOf, children, total = 0 }: PartProps<Item>) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {total > 0 && <p className="t-muted">{QUALITY.left(total)}</p>}
      <QueryView query={query} failed={QUALITY.failed}>
        {({ pages }) => {
          const items = pages.flatMap(({ results }) => results)
          if (items.length === 0) return <p className="t-muted">{empty}</p>
          return (
            <ul className={styles.list}>
              {items.map((item) => (
                <li key={keyOf(item)} className={styles.row}>
                  {children(item)}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <MoreButton of={query}>{QUALITY.more}</MoreButton>
    </section>
  )
}

const small = (...parts: string[]): ReactNode => <p className="t-small t-muted">{parts.join(' · ')}</p>

function Reviews() {
  const { call } = useScope()
  const waiting = useInfiniteQuery(waitingQuery(call))
  const mine = useInfiniteQuery(mineQuery(call))
  const words = useInfiniteQuery(wordsQuery(call))
  return (
    <>
      <Part
        title={QUALITY.waiting}
        empty={QUALITY.none}
        query={waiting}
        keyOf={({ id }) => id}
        total={waiting.data?.pages.at(-1)?.total}
      >
        {({ id, category, week, reason }) => (
          <>
            <Link href={`/service/quality/${id}`}>{category}</Link>
            {small(QUALITY.week(dayText(week)), QUALITY.reason[reason])}
          </>
        )}
      </Part>
      <Part title={QUALITY.words} empty={QUALITY.none_words} query={words} keyOf={(one) => one.ticket_id}>
        {({ ticket_id, number, restaurant, score, word, created_at }) => (
          <>
            <p className={styles.words}>{word}</p>
            <Link href={`/tickets/${ticket_id}`}>{QUALITY.ticket(number)}</Link>
            {small(QUALITY.score[score], restaurant, formatStamp(created_at))}
          </>
        )}
      </Part>
      <Part title={QUALITY.mine} empty={QUALITY.none_mine} query={mine} keyOf={({ id }) => id}>
        {({ ticket_id, number, agents, score, note, reviewed_at }) => (
          <>
            <Link href={`/tickets/${ticket_id}`}>{QUALITY.ticket(number)}</Link>
            {small(QUALITY.points(score), agents.join(', '), formatStamp(reviewed_at))}
            {note !== null && <p className={styles.words}>{note}</p>}
          </>
        )}
      </Part>
    </>
  )
}

const MEAN = new Intl.NumberFormat('ru', { maximumFractionDigits: 1, minimumFractionDigits: 1 })

function Sums() {
  const { call } = useScope()
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{QUALITY.sums}</h2>
      <QueryView query={useQuery(sumsQuery(call))} failed={QUALITY.failed}>
        {({ waiting, agents }) => (
          <>
            <p className="t-muted">{QUALITY.left(waiting)}</p>
            {agents.length === 0 && <p className="t-muted">{QUALITY.none_sums}</p>}
            {agents.length > 0 && (
              // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll it with arrows
              <section className={styles.wide} tabIndex={0} aria-labelledby={id}>
                <table className={styles.table}>
                  <caption className="t-small t-muted">{QUALITY.of_two}</caption>
                  <thead>
                    <tr>
                      {[QUALITY.agent, QUALITY.reviews, ...QUALITY_QUESTIONS].map((name) => (
                        <th key={name} scope="col">
                          {name}
                        </th>
                      ))}
                    </tr>
                  </thead>
                  <tbody>
                    {agents.map(({ id: agent_id, name, reviews, answers }) => (
                      <tr key={agent_id}>
                        <th scope="row">{name}</th>
                        <td>{reviews}</td>
                        {QUALITY_QUESTIONS.map((question, index) => (
                          <td key={question}>{MEAN.format(answers[index] ?? 0)}</td>
                        ))}
                      </tr>
                    ))}
                  </tbody>
                </table>
              </section>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** «Качество»: agents review tickets, admins see the totals. */
export function QualityPage() {
  const { roles } = useScope().me
  return (
    <ServicePage title={SERVICE.quality}>
      <p className="t-muted">{QUALITY.hint}</p>
      {roles.includes('admin') && <Sums />}
      {roles.includes('agent') && <Reviews />}
    </ServicePage>
  )
}
