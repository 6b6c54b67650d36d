import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { limitsQuery } from '../tickets.api.ts'
import { PromiseNote } from './promise-note.tsx'

/** A promise older than this may be for another hour of the week. */
const TRUE_MS = 60 * 60_000

/**
 * The current promise for a ticket of this category ('' if none is chosen). Reads the cache only: the query of file limits
 * fetches it.
 */
export function NewTicketPromise({ category }: { category: string }) {
  const { data, dataUpdatedAt } = useQuery({ ...limitsQuery(useScope()), enabled: false })
  if (data === undefined || Date.now() - dataUpdatedAt > TRUE_MS) return null
  const minutes = category === '' ? data.promise : data.promises?.[category]
  return <PromiseNote minutes={minutes} opensAt={data.opens_at} />
}
