import type { Session } from '@podmoga/contract/profile'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Chip } from '@podmoga/ui/chip/chip'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { cx } from '@podmoga/ui/lib/cx'
import { formatFull, formatStamp } from '@podmoga/ui/lib/dates'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { toast } from '@podmoga/ui/toast/toast'
import { deviceOf, isPhone } from '@podmoga/web/device'
import { isRefusal } from '@podmoga/web/explain'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useId, useRef } from 'react'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { FormProblem } from '../form-problem.tsx'
import { sessionsQuery } from '../profile.api.ts'
import { endOtherSessions, endSession } from '../profile.mutations.ts'
import { showFailure } from '../show-failure.ts'
import styles from './sessions.module.css'
import { SESSIONS } from './sessions.texts.ts'

const SKELETON = [0, 1].map((key) => <Skeleton key={key} shape="box" height={132} />)

function Stamp({ at }: { at: string }) {
  return (
    <time dateTime={at} title={formatFull(at)}>
      {formatStamp(at)}
    </time>
  )
}

interface SessionCardProps {
  session: Session
  onEnded: () => Promise<void>
  onSignOut: () => void
}

function SessionCard({ session, onEnded, onSignOut }: SessionCardProps) {
  const scope = useScope()
  const { run, isPending, problem } = useSubmit({ toast: showFailure })
  const nameId = useId()
  const { id, current, created_at, last_seen_at, user_agent, ip } = session
  const Icon = isPhone(user_agent) ? Smartphone : Monitor
  const end = async () => {
    if (current) return onSignOut()
    if ((await run(() => endSession(scope, id))) === null) return
    toast.success({ title: SESSIONS.ended })
    await onEnded()
  }
  return (
    <Card as="li" className={styles.session}>
      <Icon size={24} aria-hidden />
      <div className={styles.about}>
        <h2 id={nameId} className="t-h3">
          {deviceOf(user_agent)}
        </h2>
        {current && <Chip tone="success">{SESSIONS.current}</Chip>}
        <p className="t-small t-muted">
          {SESSIONS.last_seen} <Stamp at={last_seen_at} />
          {ip !== null && ` · ${ip}`}
        </p>
        <p className="t-small t-muted">
          {SESSIONS.entered} <Stamp at={created_at} />
        </p>
        <FormProblem>{problem}</FormProblem>
        <Button
          variant="secondary"
          size="s"
          isPending={isPending}
          aria-describedby={nameId}
          onClick={() => void end()}
        >
          {current ? SESSIONS.end : SESSIONS.end_there}
        </Button>
      </div>
    </Card>
  )
}

/** «Где вы вошли»: the user's sessions, and how to end them. */
export function SessionsPage({ onSignOut }: { onSignOut: () => void }) {
  const scope = useScope()
  const queryClient = useQueryClient()
  const list = useQuery(sessionsQuery(scope))
  const all = useSubmit({ toast: showFailure })
  const heading = useRef<HTMLDivElement>(null)
  const sessions = list.data ?? []
  const refresh = async () => {
    await queryClient.invalidateQueries({ queryKey: sessionsQuery(scope).queryKey })
    // The pressed button was removed together with its session.
    heading.current?.querySelector('h1')?.focus()
  }
  const endOthers = async () => {
    if ((await all.run(() => endOtherSessions(scope))) === null) return
    toast.success({ title: SESSIONS.others_ended })
    await refresh()
  }
  return (
    <div className={cx(page.page, styles.page)} ref={heading}>
      <BackLink href={paths.profile(scope.restaurantId)}>{SESSIONS.back}</BackLink>
      <PageHeading title={SESSIONS.title}>{SESSIONS.title}</PageHeading>
      {isRefusal(list.error, 'not_found') ? (
        <EmptyState text={SESSIONS.unknown} />
      ) : hasNothing(list) ? (
        <QueryError of={list} text={SESSIONS.failed} />
      ) : (
        <Loading isLoading={list.isPending} skeleton={<div className={styles.list}>{SKELETON}</div>}>
          <p className={styles.hint}>{SESSIONS.hint}</p>
          <ul className={styles.list}>
            {sessions.map((session) => (
              <SessionCard key={session.id} session={session} onEnded={refresh} onSignOut={onSignOut} />
            ))}
          </ul>
          {sessions.length > 1 && (
            <div className={styles.all}>
              <FormProblem>{all.problem}</FormProblem>
              <Button variant="danger" isPending={all.isPending} onClick={() => void endOthers()}>
                {SESSIONS.end_others}
              </Button>
            </div>
          )}
        </Loading>
      )}
    </div>
  )
}
