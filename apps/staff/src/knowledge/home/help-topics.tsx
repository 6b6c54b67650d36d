import { CardButton } from '@podmoga/ui/card/card'
import { lazyPart } from '@podmoga/ui/lib/lazy-part'
import { useState } from 'react'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import styles from './help-home.module.css'

export interface HelpTopic {
  title: string
  info: string
  /** Label of the card's button. */
  action: string
  questions: readonly { question: string; answer: string }[]
}

const Dialog = lazyPart(() => import('@podmoga/ui/dialog/dialog').then((module) => module.Dialog))

function TopicDialog({ topic, onClose }: { topic: HelpTopic; onClose: () => void }) {
  return (
    <Dialog title={topic.title} size="l" onClose={onClose}>
      <dl className={styles.questions}>
        {topic.questions.map(({ question, answer }) => (
          <div key={question}>
            <dt>{question}</dt>
            <dd>{answer}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}

/** Cards that open questions with answers. Renders no empty cards, and nothing if there are none. */
export function HelpTopics({ topics }: { topics: readonly HelpTopic[] }) {
  const [open, setOpen] = useState<HelpTopic | null>(null)
  const filled = topics.filter(({ questions }) => questions.length > 0)
  if (filled.length === 0) return null
  return (
    <section aria-labelledby="help-topics">
      <h2 id="help-topics">{KNOWLEDGE.help_topics}</h2>
      <ul className={styles.helpTopics}>
        {filled.map((topic) => (
          <li key={topic.title}>
            <CardButton className={styles.helpTopic} aria-haspopup="dialog" onClick={() => setOpen(topic)}>
              <span className={styles.topicName}>{topic.title}</span>
              <span className="t-small t-muted">{topic.info}</span>
              <span className={styles.helpAction}>{topic.action}</span>
            </CardButton>
          </li>
        ))}
      </ul>
      {open !== null && <TopicDialog topic={open} onClose={() => setOpen(null)} />}
    </section>
  )
}
