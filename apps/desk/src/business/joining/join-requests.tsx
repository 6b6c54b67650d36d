import type { JoinRequest } from '@podmoga/contract/desk/joining'
import { Button } from '@podmoga/ui/button/button'
import { formatFull } from '@podmoga/ui/lib/dates'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { admitNewcomer, joinRequestsQuery, refuseNewcomer } from './joining.api.ts'
import { JOIN_REQUESTS } from './joining.texts.ts'

const nameOf = ({ first_name, last_name }: JoinRequest): string =>
  [first_name, last_name].filter(Boolean).join(' ')

/** Access requests made through posters, admitted with one tap. Renders nothing if there are none. */
export function JoinRequests() {
  const { call } = useScope()
  const { data } = useQuery(joinRequestsQuery(call))
  const [refused, setRefused] = useState<JoinRequest | null>(null)
  const { run, pending } = useSubmit({
    refreshes: [BUSINESS_ROOT],
    // Another manager may have decided in the meantime.
    refreshesAlways: true,
    isPerName: true,
    toast: true,
  })
  const admit = async (request: JoinRequest) => {
    const done = await run(() => admitNewcomer(call, request.id), { name: request.id })
    if (done !== null) toast.success({ title: JOIN_REQUESTS.admitted(nameOf(request)) })
  }
  return (
    <>
      {data !== undefined && data.results.length > 0 && (
        <section aria-labelledby="join-requests">
          <h2 id="join-requests">{JOIN_REQUESTS.title}</h2>
          <ul className={styles.list}>
            {data.results.map((request) => (
              <li key={request.id} className={styles.row}>
                <div className={styles.facts}>
                  <p className={styles.name} id={`join-${request.id}`}>
                    {nameOf(request)}
                  </p>
                  <p className="t-small t-muted">
                    {[request.phone, request.restaurant.name, formatFull(request.confirmed_at)].join(' · ')}
                    {request.is_known && ` · ${JOIN_REQUESTS.known}`}
                  </p>
                </div>
                <div className={styles.actions}>
                  <Button
                    size="s"
                    isPending={pending === request.id}
                    aria-describedby={`join-${request.id}`}
                    onClick={() => void admit(request)}
                  >
                    {JOIN_REQUESTS.admit}
                  </Button>
                  <Button
                    size="s"
                    variant="secondary"
                    isPending={pending === request.id}
                    aria-describedby={`join-${request.id}`}
                    onClick={() => setRefused(request)}
                  >
                    {JOIN_REQUESTS.refuse}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {refused !== null && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={JOIN_REQUESTS.refuse_title(nameOf(refused))}
          text={JOIN_REQUESTS.refuse_text}
          submit={JOIN_REQUESTS.refuse}
          onSubmit={() => refuseNewcomer(call, refused.id)}
          onClose={() => setRefused(null)}
        />
      )}
    </>
  )
}
