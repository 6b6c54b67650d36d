import { PageHeading } from '../../lib/page-heading.tsx'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { SearchBox } from '../search/search-box.tsx'
import { ActionCards } from './action-cards.tsx'
import { Faq } from './faq.tsx'
import styles from './help-home.module.css'
import { type HelpTopic, HelpTopics } from './help-topics.tsx'
import { Topics } from './topics.tsx'

/** The home page: search, ways to write, frequent questions, topics. */
export function HelpHomePage({
  supportEmail,
  topics,
}: {
  supportEmail: string
  topics: readonly HelpTopic[]
}) {
  return (
    <div className={styles.page}>
      <div className={styles.band}>
        <PageHeading title={KNOWLEDGE.home_title} className="t-display">
          {KNOWLEDGE.search}
        </PageHeading>
        <SearchBox />
        <ActionCards supportEmail={supportEmail} />
      </div>
      <div className={styles.lists}>
        <Faq />
        <Topics />
        <HelpTopics topics={topics} />
      </div>
    </div>
  )
}
