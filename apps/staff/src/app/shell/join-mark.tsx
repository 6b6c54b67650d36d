import { Badge } from '@podmoga/ui/badge/badge'
import { VisuallyHidden } from '@podmoga/ui/visually-hidden/visually-hidden'
import { useQuery } from '@tanstack/react-query'
import { SHELL } from './shell.texts.ts'

/** Number of join requests, on the button of the menu that links to them. Reads the cache only: watch-joining.ts fetches. */
export function JoinMark() {
  const { data } = useQuery<{ results: unknown[] }>({
    queryKey: ['session', 'join requests'],
    enabled: false,
  })
  const count = data?.results.length
  return count ? (
    <>
      <Badge count={count} />
      <VisuallyHidden>{SHELL.people_asking(count)}</VisuallyHidden>
    </>
  ) : null
}
