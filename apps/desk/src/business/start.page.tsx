import { getAdminSettings } from '@podmoga/contract/desk/settings'
import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { cx } from '@podmoga/ui/lib/cx'
import { Link } from '@podmoga/ui/lib/navigation'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery } from '@tanstack/react-query'
import { Circle, CircleCheck } from 'lucide-react'
import { Navigate } from 'react-router'
import { useScope } from '../lib/scope.tsx'
import { AdminPage } from './admin-page.tsx'
import { BUSINESS_ROOT, stepsQuery } from './business.api.ts'
import styles from './business.module.css'
import { setAdminSettings } from './business.mutations.ts'
import { BUSINESS, START } from './business.texts.ts'
import { LocalLink } from './local-link.tsx'
import { QueryView } from './query-view.tsx'

const HREFS = {
  people: '/admin/people',
  restaurants: '/admin/restaurants',
  support: '/admin/settings',
  knowledge: '/kb',
} as const

/** Link to the staff app or the desk; opens a new tab. */
function Side({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
      <span className="visually-hidden"> ({START.in_new})</span>
    </a>
  )
}

function PutAway() {
  const { call } = useScope()
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const putAway = async () => {
    const { revision } = await call(getAdminSettings, {})
    return setAdminSettings(call, { revision, values: { start_away: true } })
  }
  return (
    <div className={styles.actions}>
      <Button variant="secondary" isPending={isPending} onClick={() => void run(putAway)}>
        {START.put_away}
      </Button>
      <span className="t-small t-muted">{START.put_away_hint}</span>
    </div>
  )
}

function Steps() {
  const { call } = useScope()
  const query = useQuery(stepsQuery(call))
  return (
    <QueryView query={query}>
      {({ steps, mail, sms, public_url, cook_at, is_away }) =>
        is_away ? (
          <Navigate to="/admin/people" replace />
        ) : (
          <div className={styles.stack}>
            <p className="t-muted">{START.hint}</p>
            <ul className={styles.list}>
              {steps.map(({ step, done }) => {
                const { name, text } = START.steps[step]
                const href = step in HREFS ? HREFS[step as keyof typeof HREFS] : null
                const Icon = done ? CircleCheck : Circle
                return (
                  <li key={step} className={cx(styles.step, done && styles.done)}>
                    <Icon size={20} aria-hidden />
                    <div>
                      {href === null ? <strong>{name}</strong> : <Link href={href}>{name}</Link>}
                      {done && <span className="visually-hidden"> ({START.done})</span>}
                      {(step !== 'delivery' || (mail && sms)) && <p className="t-small t-muted">{text}</p>}
                      {step === 'delivery' && !mail && <p className="t-small">{START.no_mail}</p>}
                      {step === 'delivery' && !sms && <p className="t-small">{START.no_sms}</p>}
                      {step === 'install' && isLocalLink(public_url) && (
                        <p className="t-small">
                          <LocalLink />
                        </p>
                      )}
                      {step === 'both' && (
                        <p className={styles.actions}>
                          {cook_at !== null && <Side href={`/${cook_at}`}>{START.as_cook}</Side>}
                          <Side href="/desk/">{START.as_support}</Side>
                        </p>
                      )}
                    </div>
                  </li>
                )
              })}
            </ul>
            <PutAway />
          </div>
        )
      }
    </QueryView>
  )
}

/** Setup steps for a new owner, ticked off by the actual state. */
export function StartPage() {
  const { me } = useScope()
  if (!me.roles.some((role) => role === 'admin' || role === 'manager'))
    return <Navigate to="/admin/businesses" replace />
  if (!me.roles.includes('admin')) return <Navigate to="/admin/people" replace />
  return (
    <AdminPage title={BUSINESS.start}>
      <Steps />
    </AdminPage>
  )
}
