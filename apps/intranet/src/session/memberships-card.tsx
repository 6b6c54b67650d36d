import { Button } from '@podmoga/ui/button/button'
import { SearchField } from '@podmoga/ui/field/search-field'
import { searchItems } from '@podmoga/ui/lib/fold'
import { ChevronRight, Headset, LogOut, Store } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { deskOf } from './return-to.ts'
import { type FoundMemberships, findUnread } from './session.api.ts'
import styles from './session.module.css'
import { SESSION } from './session.texts.ts'

const SEARCHED_FROM = 8

function PlaceLink({
  href,
  icon,
  hint,
  describedBy,
  children,
}: {
  href: string
  icon: ReactNode
  hint?: string
  describedBy?: string | undefined
  children: string
}) {
  return (
    <a className={styles.place} href={href} aria-describedby={describedBy}>
      <span className={styles.icon}>{icon}</span>
      <span className={styles.name}>
        {children}
        {hint !== undefined && <span className={styles.hint}>{hint}</span>}
      </span>
      <ChevronRight size={20} aria-hidden />
    </a>
  )
}

interface MembershipsCardProps {
  memberships: FoundMemberships
  /** They were going to a page that they may not open. */
  isTurnedAway: boolean
  onSignOut: () => void
  isLeaving: boolean
}

/** The restaurants a user may enter, and the desk for users with desk roles. */
export function MembershipsCard({ memberships, isTurnedAway, onSignOut, isLeaving }: MembershipsCardProps) {
  const { first_name, restaurants, desk_roles } = memberships
  const [query, setQuery] = useState('')
  const shown = searchItems(restaurants, query, ({ name }) => name)
  const [unread, setUnread] = useState<ReadonlyMap<string, number>>(new Map())
  useEffect(() => {
    const gone = new AbortController()
    void findUnread(gone.signal).then((found) => gone.signal.aborted || setUnread(found))
    return () => gone.abort()
  }, [])
  const isNowhere = restaurants.length === 0 && desk_roles.length === 0
  return (
    <div className={styles.card}>
      <div>
        {first_name !== null && <p className="t-small t-muted">{SESSION.greeting(first_name)}</p>}
        <h1 tabIndex={-1}>{isNowhere ? SESSION.nowhere : SESSION.memberships_title}</h1>
      </div>
      {isTurnedAway && !isNowhere && (
        <p role="status" className={styles.notice}>
          {SESSION.closed_door}
        </p>
      )}
      {isNowhere && <p className="t-muted">{SESSION.nowhere_hint}</p>}
      {desk_roles.length > 0 && (
        <PlaceLink
          href={deskOf(desk_roles)}
          icon={<Headset size={20} aria-hidden />}
          hint={SESSION.desk_hint}
        >
          {SESSION.desk}
        </PlaceLink>
      )}
      {restaurants.length >= SEARCHED_FROM && (
        <SearchField label={SESSION.find} value={query} onChange={setQuery} />
      )}
      {shown.length > 0 ? (
        <ul className={styles.places}>
          {shown.map(({ id, name }) => (
            <li key={id}>
              <PlaceLink
                href={`/${encodeURIComponent(id)}`}
                icon={<Store size={20} aria-hidden />}
                describedBy={unread.has(id) ? `unread-${id}` : undefined}
              >
                {name}
              </PlaceLink>
              {unread.has(id) && (
                <p id={`unread-${id}`} className={styles.unread}>
                  {SESSION.unread(unread.get(id) ?? 0)}
                </p>
              )}
            </li>
          ))}
        </ul>
      ) : (
        restaurants.length > 0 && <p className="t-muted">{SESSION.nothing_found}</p>
      )}
      <Button
        variant="ghost"
        icon={<LogOut size={20} aria-hidden />}
        isPending={isLeaving}
        onClick={onSignOut}
      >
        {SESSION.sign_out}
      </Button>
    </div>
  )
}
