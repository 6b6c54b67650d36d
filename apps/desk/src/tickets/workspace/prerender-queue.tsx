import type { Call } from '@podmoga/contract/client'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { Headset } from 'lucide-react'
import { QueuePane } from '../queue/queue-pane.tsx'
import type { QueueView } from '../queue/queue-view.ts'
import { useQueue } from '../queue/use-queue.ts'
import { TICKETS } from '../tickets.texts.ts'
import styles from './workspace.module.css'

const nothing = () => {}

/** The server-rendered queue: readable, with working links, before the app has loaded. */
export function PrerenderedQueue({ call, view }: { call: Call; view: QueueView }) {
  return (
    <div className={styles.workspace}>
      <div className={styles.queue}>
        <QueuePane
          call={call}
          view={view}
          onView={nothing}
          queue={useQueue(call, view, null)}
          openId={null}
          onApproach={nothing}
          onTakeNext={nothing}
          isTaking={false}
        />
      </div>
      <div className={styles.ticket}>
        <EmptyState icon={<Headset size={24} aria-hidden />} text={TICKETS.pick} />
      </div>
    </div>
  )
}
