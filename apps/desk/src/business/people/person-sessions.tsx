import type { AdminPerson } from '@podmoga/contract/desk/people'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatFull } from '@podmoga/ui/lib/dates'
import { deviceOf } from '@podmoga/web/device'
import { useQuery } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { personQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { QueryView } from '../query-view.tsx'
import { nameOf } from './person-row.tsx'

/** A person's active sessions: device, start and address. */
export function PersonSessions({ person, onClose }: { person: AdminPerson; onClose: () => void }) {
  const { call } = useScope()
  const query = useQuery(personQuery(call, person.id))
  return (
    <Dialog title={PEOPLE.sessions_title(nameOf(person))} onClose={onClose}>
      <QueryView query={query}>
        {({ sessions }) =>
          sessions.length === 0 ? (
            <EmptyState text={PEOPLE.no_sessions} />
          ) : (
            <ul className={styles.list}>
              {sessions.map(({ created_at, seen_at, device, ip }) => (
                <li key={`${created_at} ${seen_at}`} className={styles.row}>
                  <div className={styles.facts}>
                    <p className={styles.name}>{deviceOf(device)}</p>
                    <p className="t-small t-muted">
                      {[PEOPLE.entered(formatFull(created_at)), PEOPLE.last_seen(formatFull(seen_at)), ip]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
      <DialogActions>
        <Button variant="secondary" onClick={onClose}>
          {PEOPLE.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
