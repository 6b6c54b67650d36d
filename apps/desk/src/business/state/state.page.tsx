import { getInstallationState, type StatePart } from '@podmoga/contract/desk/state'
import { Chip } from '@podmoga/ui/chip/chip'
import { formatFull } from '@podmoga/ui/lib/dates'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { STATE } from './state.texts.ts'

const stateQuery = (call: ReturnType<typeof useScope>['call']) =>
  queryOptions({
    queryKey: [...BUSINESS_ROOT, 'installation'],
    queryFn: ({ signal }) => call(getInstallationState, {}, { signal }),
    staleTime: 0,
    refetchInterval: 30_000,
  })

const TONES = { ok: 'success', warning: 'warning', failing: 'danger', off: 'neutral' } as const
const ORDER = ['failing', 'warning', 'off', 'ok'] as const

function PartLine({ part: { name, state, at, amount } }: { part: StatePart }) {
  const params = { at: at === null ? '' : formatFull(at), amount }
  return (
    <li className={styles.row}>
      <div className={styles.facts}>
        <p className={styles.name}>
          {STATE.name[name]} <Chip tone={TONES[state]}>{STATE.state[state]}</Chip>
        </p>
        <p className="t-small t-muted">{STATE.text[name][state](params)}</p>
      </div>
    </li>
  )
}

/** Health of the installation, for owners without terminal access. */
export function StatePage() {
  const { call } = useScope()
  const query = useQuery(stateQuery(call))
  return (
    <AdminPage title={BUSINESS.installation}>
      <p className="t-muted">{STATE.hint}</p>
      <QueryView query={query}>
        {({ parts, version, started_at }) => (
          <div className={styles.stack}>
            <ul className={styles.list}>
              {ORDER.flatMap((state) => parts.filter((part) => part.state === state)).map((part) => (
                <PartLine key={part.name} part={part} />
              ))}
            </ul>
            <p className="t-small t-muted">
              {STATE.version} {version} · {STATE.running(formatFull(started_at))}
            </p>
          </div>
        )}
      </QueryView>
    </AdminPage>
  )
}
