import type { Material } from '@podmoga/contract/knowledge'
import { Breadcrumbs } from '@podmoga/ui/breadcrumbs/breadcrumbs'
import { ButtonLink } from '@podmoga/ui/button/button'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { keyed } from '@podmoga/ui/lib/keyed'
import { ArticleText } from '@podmoga/web/article/article-text'
import { isRefusal } from '@podmoga/web/explain'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { useParams } from 'react-router'
import { openFresh } from '../../lib/file-links.ts'
import { PageHeading } from '../../lib/page-heading.tsx'
import { paths } from '../../lib/paths.ts'
import { useScope } from '../../lib/scope.tsx'
import { Loaded } from '../home/loaded.tsx'
import { subcategoryHref } from '../hrefs.ts'
import { materialQuery, sectionQuery } from '../knowledge.api.ts'
import { KNOWLEDGE } from '../knowledge.texts.ts'
import { NotHere } from '../not-here.tsx'
import styles from './article.module.css'
import { ArticleCover } from './article-cover.tsx'
import { ArticleSkeleton } from './article-skeleton.tsx'
import { Feedback } from './feedback.tsx'
import { Neighbours } from './neighbours.tsx'

/** «Раздел / Подраздел». If the backend gives only ids, the names come from the section's own query. */
function Trail({ material }: { material: Material }) {
  const scope = useScope()
  const { section, subcategory } = material
  const known = useQuery({ ...sectionQuery(scope, section.id), enabled: section.name === '' }).data
  const names = {
    section: section.name || known?.name,
    subcategory: subcategory.name || known?.subcategories.find(({ id }) => id === subcategory.id)?.name,
  }
  const items = [
    { label: names.section ?? '', href: paths.section(scope.restaurantId, section.id) },
    {
      label: names.subcategory ?? '',
      href: subcategoryHref(scope.restaurantId, section.id, subcategory.id),
    },
  ]
  return <Breadcrumbs items={items.filter(({ label }) => label !== '')} />
}

interface ArticleProps {
  material: Material
  query: UseQueryResult<Material>
}

const keyedFiles = ({ files }: Pick<Material, 'files'>) => keyed(files, ({ file_name }) => file_name)

function Files({ material, query }: ArticleProps) {
  if (material.files.length === 0) return null
  const freshUrl = async (wanted: string): Promise<string | null> => {
    const { data, isSuccess } = await query.refetch()
    if (!isSuccess) return null
    return keyedFiles(data).find(({ key }) => key === wanted)?.item.file_url ?? null
  }
  // What the page was prerendered from has come with it.
  const fetchedAt = query.isPlaceholderData ? Date.now() : query.dataUpdatedAt
  return (
    <ul className={styles.files} aria-label={KNOWLEDGE.files}>
      {keyedFiles(material).map(({ key, item }) => (
        <li key={key} onClickCapture={(event) => void openFresh(event, fetchedAt, () => freshUrl(key))}>
          <FileChip href={item.file_url} name={item.file_name} size={item.size} />
        </li>
      ))}
    </ul>
  )
}

function Article({ materialId, material, query }: ArticleProps & { materialId: string }) {
  const { restaurantId } = useScope()
  return (
    <article className={styles.article}>
      <Trail material={material} />
      <PageHeading title={material.title} className={styles.title}>
        {material.title}
      </PageHeading>
      <ArticleCover key={materialId} material={material} />
      <ArticleText html={material.content} />
      <Files material={material} query={query} />
      <Feedback key={`${materialId}-feedback`} materialId={materialId} material={material} />
      <Neighbours materialId={materialId} material={material} />
      <ButtonLink
        className={styles.ticket}
        variant="ghost"
        icon={<MessageSquare size={20} aria-hidden />}
        href={paths.newTicket(restaurantId)}
      >
        {KNOWLEDGE.write_ticket}
      </ButtonLink>
    </article>
  )
}

/** An article: breadcrumbs, text, files, feedback and its neighbours. */
export function ArticlePage() {
  const { materialId = '' } = useParams()
  const query = useQuery(materialQuery(useScope(), materialId))
  if (query.data === undefined && isRefusal(query.error, 'not_found'))
    return <NotHere text={KNOWLEDGE.material_not_found} />
  return (
    <Loaded
      query={query}
      skeleton={<ArticleSkeleton />}
      failed={KNOWLEDGE.material_failed}
      heading={KNOWLEDGE.material}
    >
      {(material) => <Article materialId={materialId} material={material} query={query} />}
    </Loaded>
  )
}
