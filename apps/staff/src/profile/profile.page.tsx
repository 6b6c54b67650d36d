import type { Profile } from '@podmoga/contract/profile'
import { Avatar } from '@podmoga/ui/avatar/avatar'
import { ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Chip } from '@podmoga/ui/chip/chip'
import { cx } from '@podmoga/ui/lib/cx'
import { Loading } from '@podmoga/ui/loading/loading'
import { Row, RowLink, Rows } from '@podmoga/ui/row/row'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isRefusal } from '@podmoga/web/explain'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react'
import { Outlet, useLocation } from 'react-router'
import page from '../lib/page.module.css'
import { useTitle } from '../lib/page-heading.tsx'
import { paths } from '../lib/paths.ts'
import { useScope } from '../lib/scope.tsx'
import { clearFlows } from './code/code-flow.ts'
import { profileQuery } from './own-profile.api.ts'
import { phoneText } from './phone-text.ts'
import { sessionsQuery } from './profile.api.ts'
import type { RowKey } from './profile.modals.ts'
import styles from './profile.module.css'
import { PROFILE } from './profile.texts.ts'
import { SESSIONS } from './sessions/sessions.texts.ts'
import { useModal, useModalInfo } from './use-modal.ts'

const rowId = (key: RowKey) => `row-${key}`

function CardOf({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <Card as="section" flush aria-labelledby={titleId}>
      <div className={styles.cardTitle}>
        <h2 id={titleId}>{title}</h2>
      </div>
      <Rows>{children}</Rows>
    </Card>
  )
}

const LINE = <Skeleton width={180} />
const SKELETON = (
  <div className={styles.cards}>
    <CardOf title={PROFILE.main_card}>
      <Row label={PROFILE.photo}>
        <Skeleton shape="circle" width={56} />
      </Row>
      <Row label={PROFILE.name}>{LINE}</Row>
      <Row label={PROFILE.address}>{LINE}</Row>
      <Row label={PROFILE.password} end={<Skeleton shape="box" width={140} height={44} />}>
        {LINE}
      </Row>
    </CardOf>
    <CardOf title={PROFILE.contact_card}>
      <Row label={PROFILE.email}>{LINE}</Row>
      <Row label={PROFILE.phone}>{LINE}</Row>
    </CardOf>
  </div>
)

function Details({ profile }: { profile: Profile }) {
  const { link } = useModal()
  const { first_name, image, country, region, email, is_email_verified } = profile
  const row = (key: RowKey, label: string) => ({ id: rowId(key), label, ...link(key) })
  return (
    <div className={styles.cards}>
      <CardOf title={PROFILE.main_card}>
        <RowLink {...row('image', PROFILE.photo)}>
          <Avatar size="l" name={first_name} image={image} />
        </RowLink>
        <RowLink {...row('name', PROFILE.name)}>
          <span className={styles.value}>{first_name || PROFILE.absent}</span>
        </RowLink>
        <RowLink {...row('address', PROFILE.address)}>
          {[country, region].filter(Boolean).join(', ') || PROFILE.absent}
        </RowLink>
        <Row
          label={PROFILE.password}
          end={
            <ButtonLink id={rowId('password')} variant="ghost" size="s" {...link('password')}>
              {PROFILE.change_password}
            </ButtonLink>
          }
        >
          <span aria-hidden>{PROFILE.password_mask}</span>
        </Row>
      </CardOf>
      <CardOf title={PROFILE.contact_card}>
        <RowLink {...row('email', PROFILE.email)}>
          <span className={styles.value}>{email ?? PROFILE.absent}</span>
          {email !== null && is_email_verified !== true && <Chip tone="warning">{PROFILE.unverified}</Chip>}
        </RowLink>
        <RowLink {...row('phone', PROFILE.phone)}>{phoneText(profile) ?? PROFILE.absent}</RowLink>
      </CardOf>
      <SessionsLink />
    </div>
  )
}

/** Only where the backend supports sessions. */
function SessionsLink() {
  const scope = useScope()
  const { data, error } = useQuery(sessionsQuery(scope))
  if (data === undefined && (error === null || isRefusal(error, 'not_found'))) return null
  return (
    <CardOf title={PROFILE.security_card}>
      <RowLink label={SESSIONS.title} href={paths.sessions(scope.restaurantId)}>
        {data !== undefined && SESSIONS.count(data.length)}
      </RowLink>
      <RowLink label={PROFILE.security} href={paths.security(scope.restaurantId)}>
        {PROFILE.security_hint}
      </RowLink>
      <RowLink label={PROFILE.notices} href={paths.notices(scope.restaurantId)}>
        {PROFILE.notices_hint}
      </RowLink>
      <RowLink label={PROFILE.data} href={paths.data(scope.restaurantId)}>
        {PROFILE.data_hint}
      </RowLink>
    </CardOf>
  )
}

/** Focuses the row of a closed modal, once the page behind is focusable again. */
function useRowFocus(): void {
  const info = useModalInfo()
  const before = useRef(info)
  useEffect(() => {
    const closed = info === null ? before.current : null
    before.current = info
    if (info !== null) return
    clearFlows()
    if (closed === null) return
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => document.getElementById(rowId(closed.row))?.focus())
    })
    return () => cancelAnimationFrame(frame)
  }, [info])
}

/** The page's h1; takes the focus when the user arrives from another page. */
function Heading() {
  const { key } = useLocation()
  const isModal = useModalInfo() !== null
  const heading = useRef<HTMLHeadingElement>(null)
  // Only on mount: opening and closing modals does not count.
  const arrive = useEffectEvent(() => {
    if (key !== 'default' && !isModal) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [])
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {PROFILE.title}
    </h1>
  )
}

/** «Данные вашего профиля»; its modals are child routes. */
export function ProfilePage() {
  const query = useQuery(profileQuery(useScope()))
  const { data } = query
  const info = useModalInfo()
  useTitle(info?.title ?? PROFILE.title)
  useRowFocus()
  return (
    <div className={cx(page.page, styles.page)}>
      <Heading />
      {hasNothing(query) ? (
        <Card>
          <QueryError of={query} text={PROFILE.failed} />
        </Card>
      ) : (
        <Loading isLoading={data === undefined} skeleton={SKELETON}>
          {data !== undefined && <Details profile={data} />}
        </Loading>
      )}
      <Outlet />
    </div>
  )
}
