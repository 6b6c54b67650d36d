import type { NotificationChoices, NotificationSettings } from '@podmoga/contract/notifications'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { TextField } from '@podmoga/ui/field/text-field'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { toast } from '@podmoga/ui/toast/toast'
import { isRefusal } from '@podmoga/web/explain'
import { hasNothing, QueryError } from '@podmoga/web/query-error'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notificationsQuery, saveNotices } from '../../lib/notifications/notifications.api.ts'
import { NOTICES } from '../../lib/notifications/notifications.texts.ts'
import { disablePush, enablePush, ringing } from '../../lib/notifications/notifications.ts'
import page from '../../lib/page.module.css'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { FormProblem } from '../form-problem.tsx'
import styles from '../profile.module.css'
import { showFailure } from '../show-failure.ts'

const QUIET = { from: '23:00', to: '09:00' }

interface PartProps {
  notices: NotificationSettings
  /** Called with the server's current settings, or without them if they must be refetched. */
  onChange: (notices?: NotificationSettings) => Promise<void>
}

function DevicePart({ notices, onChange }: PartProps) {
  const scope = useScope()
  const { run, isPending, problem } = useSubmit({ toast: showFailure })
  const [can, setCan] = useState(ringing)
  const isOn = notices.device !== null && can === 'can' && Notification.permission === 'granted'
  const ring = (shows_text: boolean) =>
    run(async () => {
      const isAgreed = await enablePush(scope, notices, shows_text)
      setCan(ringing())
      await onChange()
      return { ok: isAgreed, error: NOTICES.refused }
    })
  const stop = () =>
    run(async () => {
      await disablePush(scope)
      await onChange()
      toast.success({ title: NOTICES.off })
    })
  const words = { can: isOn ? NOTICES.device_on : NOTICES.device_off, install: NOTICES.offer_install }
  const refusals = { refused: NOTICES.device_refused, cannot: NOTICES.device_cannot }
  return (
    <Card className={styles.form}>
      <h2 className="t-h3">{NOTICES.device}</h2>
      <p>{{ ...words, ...refusals }[can]}</p>
      {isOn && (
        <Checkbox
          checked={notices.device?.shows_text === true}
          disabled={isPending}
          onChange={(event) => void ring(event.target.checked)}
        >
          {NOTICES.shows_text}
        </Checkbox>
      )}
      <FormProblem>{problem}</FormProblem>
      {can === 'can' && (
        <Button
          variant={isOn ? 'secondary' : 'primary'}
          isPending={isPending}
          onClick={() => void (isOn ? stop() : ring(false))}
        >
          {isOn ? NOTICES.turn_off : NOTICES.yes}
        </Button>
      )}
    </Card>
  )
}

function ChoicesPart({ notices, onChange }: PartProps) {
  const scope = useScope()
  const { run, isPending, problem } = useSubmit({ toast: showFailure })
  const { choices, email } = notices
  const save = (body: Partial<NotificationChoices>) =>
    run(async () => onChange(await saveNotices(scope, body)))
  const box = (name: 'answers' | 'closings' | 'handovers' | 'all_tickets' | 'by_mail', disabled = false) => (
    <Checkbox
      checked={choices[name]}
      disabled={disabled || isPending}
      onChange={(event) => void save({ [name]: event.target.checked })}
    >
      {NOTICES[name]}
    </Checkbox>
  )
  const { quiet } = choices
  const time = (name: 'from' | 'to', label: string) =>
    quiet !== null && (
      <TextField
        type="time"
        label={label}
        required
        defaultValue={quiet[name]}
        onBlur={({ target: { value } }) => {
          if (value !== '' && value !== quiet[name]) void save({ quiet: { ...quiet, [name]: value } })
        }}
      />
    )
  return (
    <Card className={styles.form}>
      <h2 className="t-h3">{NOTICES.what}</h2>
      {box('answers')}
      {box('closings')}
      {box('handovers')}
      {box('all_tickets')}
      {box('by_mail', email === null && !choices.by_mail)}
      <p className="t-small t-muted">{email === null ? NOTICES.no_mail : NOTICES.mail_to(email)}</p>
      <Checkbox
        checked={quiet !== null}
        disabled={isPending}
        onChange={(event) => void save({ quiet: event.target.checked ? QUIET : null })}
      >
        {NOTICES.quiet}
      </Checkbox>
      {quiet !== null && <p className="t-small t-muted">{NOTICES.quiet_hint}</p>}
      {time('from', NOTICES.quiet_from)}
      {time('to', NOTICES.quiet_to)}
      <FormProblem>{problem}</FormProblem>
    </Card>
  )
}

/** «Уведомления»: whether this device gets notifications, which ones of this restaurant, and the quiet hours. */
export function NotificationsPage() {
  const scope = useScope()
  const queryClient = useQueryClient()
  const options = notificationsQuery(scope)
  const own = useQuery(options)
  const change = async (notices?: NotificationSettings) => {
    if (notices === undefined) await own.refetch()
    else queryClient.setQueryData(options.queryKey, notices)
  }
  return (
    <div className={page.page}>
      <BackLink href={paths.profile(scope.restaurantId)}>{NOTICES.back}</BackLink>
      <PageHeading className={styles.heading} title={NOTICES.title}>
        {NOTICES.title}
      </PageHeading>
      {isRefusal(own.error, 'not_found') ? (
        <EmptyState text={NOTICES.unknown} />
      ) : hasNothing(own) ? (
        <QueryError of={own} text={NOTICES.loading_failed} />
      ) : (
        <Loading isLoading={own.isPending} skeleton={<Skeleton shape="box" height={320} />}>
          {own.data !== undefined && (
            <div className={styles.cards}>
              <DevicePart notices={own.data} onChange={change} />
              <ChoicesPart notices={own.data} onChange={change} />
            </div>
          )}
        </Loading>
      )}
    </div>
  )
}
