import { Link } from '@podmoga/ui/lib/navigation'
import { useQuery } from '@tanstack/react-query'
import { Lightbulb } from 'lucide-react'
import { useScope } from '../../lib/scope.tsx'
import { suggestedQuery } from '../../lib/suggested.ts'
import { materialHref } from '../hrefs.ts'
import { fittingQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { usePrefetch } from '../use-prefetch.ts'
import styles from './fitting-article.module.css'

/** A link to the material that surely matches a text; nothing if there is none. */
export function FittingArticle({ text }: { text: string }) {
  const scope = useScope()
  const prefetch = usePrefetch()
  const found = useQuery(fittingQuery(scope, suggestedQuery(text))).data?.find(({ sure }) => sure === true)
  if (found === undefined) return null
  const href = materialHref(scope.restaurantId, found)
  return (
    <Link className={styles.article} href={href} {...prefetch(href, found.id)}>
      <Lightbulb size={20} aria-hidden />
      <span className={styles.words}>
        <span className={styles.title}>{found.title}</span>
        <span className={styles.hint}>{KNOWLEDGE.fits}</span>
      </span>
    </Link>
  )
}
