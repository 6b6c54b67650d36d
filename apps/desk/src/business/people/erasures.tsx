import { Button } from '@podmoga/ui/button/button'
import { formatFull } from '@podmoga/ui/lib/dates'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { erasePerson, erasuresQuery, refuseErasure } from './data.api.ts'
import { DATA } from './data.texts.ts'

/** Erasure requests for an admin to accept or decline. Renders nothing if there are none. */
export function Erasures() {
  const { call, me } = useScope()
  const { data } = useQuery(erasuresQuery(call, me.roles.includes('admin')))
  const [sure, setSure] = useState<{ id: string; name: string } | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  return (
    <>
      {data !== undefined && data.results.length > 0 && (
        <section aria-labelledby="erasures">
          <h2 id="erasures">{DATA.asked}</h2>
          <ul className={styles.list}>
            {data.results.map(({ person_id: id, name, login, asked_at }) => (
              <li key={id} className={styles.row}>
                <div className={styles.facts}>
                  <p className={styles.name} id={`erasure-${id}`}>
                    {name ?? PEOPLE.nameless}
                  </p>
                  <p className="t-small t-muted">
                    {[login, formatFull(asked_at)].filter(Boolean).join(' · ')}
                  </p>
                </div>
                <div className={styles.actions}>
                  <Button
                    size="s"
                    variant="danger"
                    aria-describedby={`erasure-${id}`}
                    onClick={() => setSure({ id, name: name ?? PEOPLE.nameless })}
                  >
                    {DATA.agree}
                  </Button>
                  <Button
                    size="s"
                    variant="secondary"
                    isPending={isPending}
                    aria-describedby={`erasure-${id}`}
                    onClick={() => void run(() => refuseErasure(call, id))}
                  >
                    {DATA.refuse}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </section>
      )}
      {sure !== null && (
        <SureDialog
          title={DATA.sure_title(sure.name)}
          text={DATA.erase_text}
          submit={DATA.erase}
          refreshes={BUSINESS_ROOT}
          onSubmit={() => erasePerson(call, sure.id)}
          onClose={() => setSure(null)}
        />
      )}
    </>
  )
}
