import type { AdminRestaurant } from '@podmoga/contract/desk/admin'
import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { formatDay } from '@podmoga/ui/lib/dates'
import { Picker } from '@podmoga/ui/picker/picker'
import { useSearchParams } from '@podmoga/web/router'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { countGroups } from '../../lib/count-groups.ts'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import { BUSINESS_ROOT, restaurantsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { makePoster, posterQuery, revokePoster } from '../joining/joining.api.ts'
import { POSTER } from '../joining/joining.texts.ts'
import { LocalLink } from '../local-link.tsx'
import { QueryView } from '../query-view.tsx'
import sheet from './poster.module.css'
import { PosterSheet } from './poster-sheet.tsx'
import { PostersPart } from './posters-part.tsx'

const ALL = 'all'
const GROUP = 'group:'

/** The restaurants of a group or "all" choice; null for a single restaurant. */
const manyOf = (choice: string, open: readonly AdminRestaurant[]): readonly AdminRestaurant[] | null => {
  if (choice === ALL) return open
  if (!choice.startsWith(GROUP)) return null
  return open.filter(({ groups }) => groups.includes(choice.slice(GROUP.length)))
}

/** The poster of one restaurant: create, print, renew, revoke. */
function OnePoster({ id }: { id: string }) {
  const { call } = useScope()
  const query = useQuery(posterQuery(call, id))
  const [sure, setSure] = useState<'renew' | 'revoke' | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [BUSINESS_ROOT], toast: true })
  const close = () => setSure(null)
  return (
    <>
      <QueryView query={query}>
        {({ business, restaurant, poster, sms }) => (
          <div className={styles.stack}>
            {!sms && <p className={sheet.aside}>{POSTER.no_sms}</p>}
            {poster !== null && isLocalLink(poster.link) && (
              <p className={sheet.aside}>
                <LocalLink />
              </p>
            )}
            {poster === null ? (
              <>
                <EmptyState text={POSTER.none} />
                <div className={styles.actions}>
                  <Button isPending={isPending} onClick={() => void run(() => makePoster(call, id))}>
                    {POSTER.make}
                  </Button>
                </div>
              </>
            ) : (
              <div className={styles.stack}>
                <div className={`${styles.actions} ${sheet.aside}`}>
                  <Button icon={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
                    {POSTER.print}
                  </Button>
                  <Button variant="secondary" onClick={() => setSure('renew')}>
                    {POSTER.renew}
                  </Button>
                  <Button variant="secondary" onClick={() => setSure('revoke')}>
                    {POSTER.revoke}
                  </Button>
                </div>
                <p className={`${sheet.aside} t-small t-muted`}>
                  {POSTER.until(formatDay(poster.expires_at))}
                </p>
                <PosterSheet business={business} restaurant={restaurant} link={poster.link} />
              </div>
            )}
          </div>
        )}
      </QueryView>
      {sure === 'renew' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={POSTER.renew_title}
          text={POSTER.renew_text}
          submit={POSTER.renew}
          onSubmit={() => makePoster(call, id)}
          onClose={close}
        />
      )}
      {sure === 'revoke' && (
        <SureDialog
          refreshes={BUSINESS_ROOT}
          title={POSTER.revoke_title}
          text={POSTER.revoke_text}
          submit={POSTER.revoke}
          onSubmit={() => revokePoster(call, id)}
          onClose={close}
        />
      )}
    </>
  )
}

/** Posters of one restaurant, of a group, or of all. */
export function PosterPage() {
  const { call } = useScope()
  const [params, setParams] = useSearchParams()
  const { data: known } = useQuery(restaurantsQuery(call))
  const open = known?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  const id = params.get('restaurant') ?? open[0]?.id ?? ''
  const many = manyOf(id, open)
  return (
    <AdminPage title={POSTER.title}>
      <p className={`${sheet.aside} t-muted`}>{POSTER.hint}</p>
      <div className={sheet.aside}>
        <Picker
          label={POSTER.restaurant}
          searchLabel={POSTER.find}
          items={[
            ...(open.length > 1 ? [{ key: ALL, name: POSTER.many(open.length) }] : []),
            ...countGroups(open).map(([group, count]) => ({
              key: `${GROUP}${group}`,
              name: POSTER.many_of(group, count),
            })),
            ...open.map(({ id: key, name }) => ({ key, name })),
          ]}
          value={id}
          onChange={(key) => setParams({ restaurant: key }, { replace: true })}
        />
      </div>
      {many === null ? <OnePoster id={id} /> : <PostersPart key={id} restaurants={many} />}
    </AdminPage>
  )
}
