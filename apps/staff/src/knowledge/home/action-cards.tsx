import { ButtonLink } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Mail, MessageSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './help-home.module.css'

interface ActionCardProps {
  icon: ReactNode
  title: string
  hint: string
  children: ReactNode
}

function ActionCard({ icon, title, hint, children }: ActionCardProps) {
  return (
    <Card className={styles.action}>
      <span className={styles.actionIcon}>{icon}</span>
      <div className={styles.actionTexts}>
        <h2 className={styles.actionTitle}>{title}</h2>
        <p className={styles.actionHint}>{hint}</p>
      </div>
      {children}
    </Card>
  )
}

/** «Написать тикет» and «Наша почта»; the latter only if there is an address. */
export function ActionCards({ supportEmail }: { supportEmail: string }) {
  const { restaurantId } = useScope()
  return (
    <div className={styles.actions}>
      <ActionCard
        icon={<MessageSquare size={24} aria-hidden />}
        title={KNOWLEDGE.write_ticket}
        hint={KNOWLEDGE.write_ticket_hint}
      >
        <ButtonLink href={paths.newTicket(restaurantId)}>{KNOWLEDGE.open_chat}</ButtonLink>
      </ActionCard>
      {supportEmail !== '' && (
        <ActionCard
          icon={<Mail size={24} aria-hidden />}
          title={KNOWLEDGE.our_email}
          hint={KNOWLEDGE.our_email_hint}
        >
          <ButtonLink variant="ghost" href={`mailto:${supportEmail}`}>
            {KNOWLEDGE.write_email}
          </ButtonLink>
        </ActionCard>
      )}
    </div>
  )
}
