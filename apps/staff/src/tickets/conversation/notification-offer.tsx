import type { NotificationSettings } from '@podmoga/contract/notifications'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { FieldError } from '@podmoga/ui/field/field'
import { toast } from '@podmoga/ui/toast/toast'
import { BellRing } from 'lucide-react'
import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { askNotifications, saveNotices } from '../../lib/notifications/notifications.api.ts'
import { NOTICES } from '../../lib/notifications/notifications.texts.ts'
import { enablePush, ringing } from '../../lib/notifications/notifications.ts'
import { useScope } from '../../lib/scope.tsx'
import styles from '../list/outgoing-tickets.module.css'
import { onTicketSent, wasTicketSent } from './sent-here.ts'

/**
 * The notification settings of a user who could get notifications and was never asked; null if the question should not be shown.
 */
function useOffer(isSent: boolean): NotificationSettings | null {
  const scope = useScope()
  const [notices, setNotices] = useState<NotificationSettings | null>(null)
  useEffect(() => {
    const can = ringing()
    if (!isSent || (can !== 'can' && can !== 'install')) return
    let isGone = false
    const ask = async () => {
      if (can === 'can') await navigator.serviceWorker.ready
      const answer = await askNotifications(scope)
      if (!isGone && !answer.asked) setNotices(answer)
    }
    // A background request: errors are not shown.
    ask().catch(() => null)
    return () => {
      isGone = true
    }
  }, [isSent, scope])
  return notices
}

/** Asked once, after the user's first sent ticket: notifications when support replies? */
export function NotificationOffer() {
  const scope = useScope()
  const isSent = useSyncExternalStore(onTicketSent, wasTicketSent, () => false)
  const notices = useOffer(isSent)
  const [isOver, setOver] = useState(false)
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const titleId = useId()
  if (notices === null || isOver) return null
  const mustInstall = ringing() === 'install'
  const decline = () => {
    setOver(true)
    // If this call fails, the question is asked again after another ticket.
    saveNotices(scope, { asked: true }).catch(() => null)
  }
  const agree = async () => {
    setPending(true)
    try {
      if (await enablePush(scope, notices, false)) {
        setOver(true)
        toast.success({ title: NOTICES.on })
      } else {
        setProblem(NOTICES.refused)
        await saveNotices(scope, { asked: true })
      }
    } catch {
      setProblem(NOTICES.failed)
    } finally {
      setPending(false)
    }
  }
  return (
    <Card as="section" aria-labelledby={titleId} className={styles.offer}>
      <h2 id={titleId} className="t-h3">
        <BellRing size={20} aria-hidden /> {NOTICES.offer_title}
      </h2>
      <p>{mustInstall ? NOTICES.offer_install : NOTICES.offer_text}</p>
      {problem !== null && <FieldError>{problem}</FieldError>}
      <div className={styles.ways}>
        {!mustInstall && (
          <Button size="s" isPending={isPending} onClick={() => void agree()}>
            {NOTICES.yes}
          </Button>
        )}
        <Button size="s" variant="ghost" onClick={decline}>
          {mustInstall ? NOTICES.clear : NOTICES.later}
        </Button>
      </div>
    </Card>
  )
}
