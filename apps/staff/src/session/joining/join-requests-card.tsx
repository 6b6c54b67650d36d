import { admitNewcomer, type JoinRequest } from '@podmoga/contract/desk/joining'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { UsersRound } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { JOIN_REQUESTS_KEY, joinRequestsQuery } from '../memberships.api.ts'
import styles from './join-requests-card.module.css'
import { JOINING } from './joining.texts.ts'

const SHOWN = 3

const nameOf = ({ first_name, last_name }: JoinRequest): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** On the home page of users who manage the restaurant's people: join requests, admitted with one tap. Otherwise nothing. */
export function JoinRequestsCard() {
  const scope = useScope()
  // Fetched in the background, only for users who may decide (session/watch-joining.ts).
  const waiting = useQuery({ ...joinRequestsQuery(scope), enabled: false }).data?.results ?? []
  const { run, pending } = useSubmit({
    refreshes: [JOIN_REQUESTS_KEY],
    // Another manager may have decided meanwhile.
    refreshesAlways: true,
    isPerName: true,
    toast: true,
  })
  if (waiting.length === 0) return null
  const admit = async (request: JoinRequest) => {
    const { id } = request
    const done = await run(() => scope.call(admitNewcomer, { params: { requestId: id } }), { name: id })
    if (done !== null) toast.success({ title: JOINING.admitted(nameOf(request)) })
  }
  return (
    <Card as="section" aria-labelledby="joining" className={styles.card}>
      <h2 id="joining" className={styles.title}>
        <UsersRound size={20} aria-hidden /> {JOINING.asking}
      </h2>
      <ul className={styles.list}>
        {waiting.slice(0, SHOWN).map((request) => (
          <li key={request.id}>
            <span id={`join-${request.id}`} className={styles.who}>
              <bdi>{nameOf(request)}</bdi>
              <span className="t-small t-muted">{[request.phone, request.restaurant.name].join(' · ')}</span>
            </span>
            <Button
              size="s"
              isPending={pending === request.id}
              aria-describedby={`join-${request.id}`}
              onClick={() => void admit(request)}
            >
              {JOINING.admit}
            </Button>
          </li>
        ))}
      </ul>
      {/* a page of the desk, so a full navigation */}
      <a className={styles.all} href="/desk/admin/people">
        {JOINING.all_people}
      </a>
    </Card>
  )
}
