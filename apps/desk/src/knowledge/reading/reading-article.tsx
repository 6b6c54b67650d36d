import type { getPublished } from '@podmoga/contract/desk/reading'
import type { Answer } from '@podmoga/contract/endpoint'
import { idsIn, paths } from '@podmoga/contract/staff-pages'
import { articleCover } from '@podmoga/ui/article-body/article-look'
import { Button } from '@podmoga/ui/button/button'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { FileChip } from '@podmoga/ui/file-row/file-chip'
import { NavigationProvider } from '@podmoga/ui/lib/navigation'
import { BackLink } from '@podmoga/ui/link/back-link'
import { Loading } from '@podmoga/ui/loading/loading'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { toast } from '@podmoga/ui/toast/toast'
import { ArticleText } from '@podmoga/web/article/article-text'
import { isRefusal } from '@podmoga/web/explain'
import { QueryError } from '@podmoga/web/query-error'
import { useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { KB } from '../knowledge.texts.ts'
import preview from '../material/preview.module.css'
import { publishedQuery } from './reading.api.ts'
import styles from './reading.module.css'
import { READING } from './reading.texts.ts'

type Published = Answer<typeof getPublished>

interface ReadingArticleProps {
  restaurant: string
  materialId: string
  backHref: string
  hrefOf: (materialId: string) => string
}

const copy = async (link: string) => {
  try {
    await navigator.clipboard.writeText(link)
    toast.success({ title: READING.copied })
  } catch {
    // Insecure context or permission denied: show the link for copying by hand.
    toast.danger({ title: READING.copy_failed, text: link })
  }
}

/** Material id of a staff app path; null for other paths. */
const materialOf = (path: string): string | null => idsIn('material', path)?.[2] ?? null

function Article({ material, hrefOf }: { material: Published; hrefOf: (materialId: string) => string }) {
  const navigate = useNavigate()
  // Agents have no access to the staff app: links between materials open the same material here.
  const navigation = {
    navigate: (path: string) => {
      const id = materialOf(path)
      if (id !== null) void navigate(hrefOf(id))
      else window.open(path, '_blank', 'noopener')
    },
    hrefOf: (path: string) => path,
  }
  return (
    <NavigationProvider navigation={navigation}>
      <article className={preview.article}>
        <h1 className={preview.title}>{material.title}</h1>
        {material.audience !== null && <p className="t-muted">{material.audience}</p>}
        {material.cover && (
          <img
            className={articleCover}
            src={material.cover}
            alt=""
            width={material.cover_width}
            height={material.cover_height}
          />
        )}
        <ArticleText html={material.content} />
        {material.files.length > 0 && (
          <ul className={preview.files} aria-label={READING.files}>
            {material.files.map(({ file_name, file_url, size }) => (
              <li key={file_url}>
                <FileChip href={file_url} name={file_name} size={size} />
              </li>
            ))}
          </ul>
        )}
      </article>
    </NavigationProvider>
  )
}

/** A material as staff see it, with a button to copy its link for a reply. */
export function ReadingArticle({ restaurant, materialId, backHref, hrefOf }: ReadingArticleProps) {
  const { call } = useScope()
  const query = useQuery(publishedQuery(call, restaurant, materialId))
  const { data, error } = query
  const title = data?.title
  useTitle(title ?? null)
  const back = <BackLink href={backHref}>{KB.to_tree}</BackLink>
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        {back}
        {data !== undefined && (
          <Button
            variant="secondary"
            icon={<Link2 size={18} aria-hidden />}
            onClick={() =>
              void copy(
                `${location.origin}${paths.material(restaurant, data.section.id, materialId)}?subcategory=${data.subcategory.id}`,
              )
            }
          >
            {READING.copy}
          </Button>
        )}
      </div>
      <Loading
        isLoading={data === undefined && error === null}
        skeleton={<Skeleton shape="box" width="100%" height={320} />}
      >
        {() =>
          data !== undefined ? (
            <Article material={data} hrefOf={hrefOf} />
          ) : isRefusal(error, 'not_found') ? (
            <EmptyState text={READING.gone} />
          ) : (
            <QueryError of={query} text={READING.article_failed} />
          )
        }
      </Loading>
    </div>
  )
}
