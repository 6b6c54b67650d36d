import { ButtonLink } from '@podmoga/ui/button/button'
import page from '../lib/page.module.css'
import { PageHeading } from '../lib/page-heading.tsx'
import { paths } from '../lib/paths.ts'
import { useScope } from '../lib/scope.tsx'
import { KNOWLEDGE } from './knowledge.texts.ts'
import styles from './section/section.module.css'

/** The URL's section or material does not exist, or not for this restaurant. */
export function NotHere({ text }: { text: string }) {
  const { restaurantId } = useScope()
  return (
    <div className={page.page}>
      <div className={styles.notHere}>
        <PageHeading title={text}>{text}</PageHeading>
        <ButtonLink variant="secondary" href={paths.home(restaurantId)}>
          {KNOWLEDGE.to_home}
        </ButtonLink>
      </div>
    </div>
  )
}
