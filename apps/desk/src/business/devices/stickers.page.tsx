import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Picker } from '@podmoga/ui/picker/picker'
import { QrCode } from '@podmoga/ui/qr-code/qr-code'
import { useSearchParams } from '@podmoga/web/router'
import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { AdminPage } from '../admin-page.tsx'
import styles from '../business.module.css'
import { PEOPLE } from '../business.texts.ts'
import { LocalLink } from '../local-link.tsx'
import sheet from '../people/invitation-sheet.module.css'
import { QueryView } from '../query-view.tsx'
import { stickersQuery } from './devices.api.ts'
import { DEVICES } from './devices.texts.ts'
import { useDeviceRestaurants } from './use-device-restaurants.ts'

/** Printable sheet with the stickers of a restaurant's devices. */
export function StickersPage() {
  const { call } = useScope()
  const [params, setParams] = useSearchParams()
  const { read } = useDeviceRestaurants()
  const id = params.get('restaurant') ?? read[0]?.id ?? ''
  const query = useQuery(stickersQuery(call, id))
  return (
    <AdminPage title={DEVICES.stickers}>
      <p className={`${sheet.aside} t-muted`}>{DEVICES.stickers_hint}</p>
      <div className={sheet.aside}>
        <Picker
          label={DEVICES.restaurant}
          searchLabel={PEOPLE.find_restaurant}
          items={read.map(({ id: key, name }) => ({ key, name }))}
          value={id}
          onChange={(key) => setParams({ restaurant: key }, { replace: true })}
        />
      </div>
      <QueryView query={query}>
        {({ restaurant, devices }) =>
          devices.length === 0 ? (
            <EmptyState text={DEVICES.stickers_none} />
          ) : (
            <div className={styles.stack}>
              {devices.some(({ link }) => isLocalLink(link)) && (
                <p className={sheet.aside} role="alert">
                  <LocalLink />
                </p>
              )}
              <div className={`${styles.actions} ${sheet.aside}`}>
                <Button icon={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
                  {DEVICES.print}
                </Button>
              </div>
              <ul className={sheet.strips} aria-label={DEVICES.stickers_list}>
                {devices.map(({ id: key, name, model, place, link }) => (
                  <li key={key} className={sheet.strip}>
                    <QrCode text={link} label={DEVICES.qr(name)} />
                    <div className={sheet.words}>
                      <p className={sheet.name}>{name}</p>
                      {model !== '' && <p>{model}</p>}
                      <p>{[restaurant, place].filter(Boolean).join(' · ')}</p>
                      <p>{DEVICES.scan}</p>
                    </div>
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </QueryView>
    </AdminPage>
  )
}
