import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { limitsQuery } from '../tickets.api.ts'
import { PromiseNote } from './promise-note.tsx'

/** What was said longer ago was said of another hour of the week. */
const TRUE_MS = 60 * 60_000

/** What is promised of a ticket of this category now; '' is none chosen yet. Asks nothing: the limits of files bring it. */
export function NewTicketPromise({ category }: { category: string }) {
  const { data, dataUpdatedAt } = useQuery({ ...limitsQuery(useScope()), enabled: false })
  if (data === undefined || Date.now() - dataUpdatedAt > TRUE_MS) return null
  const minutes = category === '' ? data.promise : data.promises?.[category]
  return <PromiseNote minutes={minutes} opensAt={data.opens_at} />
}
