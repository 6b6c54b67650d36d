import type { Call } from '@podmoga/contract/client'
import type { DeskTicket } from '@podmoga/contract/desk/tickets'
import { SEARCH_MAX } from '@podmoga/contract/fields/limits'
import { paths } from '@podmoga/contract/staff-pages'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { SearchField } from '@podmoga/ui/field/search-field'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { inOrder } from '../conversation/conversation.ts'
import { articlesQuery } from '../team.api.ts'
import { messagesQuery } from '../tickets.api.ts'
import { ArticlePart } from './article-part.tsx'
import { ARTICLES } from './articles.texts.ts'
import styles from './side.module.css'

const PAUSE_MS = 300
const MOST_SHOWN = 5

interface ArticlesProps {
  call: Call
  ticket: DeskTicket
  onInsert: ((words: string) => void) | undefined
}

/** Articles found by the product's search for the customer's last message, or for the agent's own query. */
export function ArticlesPart({ call, ticket, onInsert }: ArticlesProps) {
  const { data: words = '' } = useInfiniteQuery({
    ...messagesQuery(call, ticket.id),
    select: ({ pages }) => inOrder(pages).findLast(({ from_support }) => from_support !== true)?.text ?? '',
  })
  const [typed, setTyped] = useState('')
  const isTyped = typed.trim() !== ''
  const wanted = isTyped ? typed.trim() : words
  const [sought, setSought] = useState('')
  // Debounced: only the last of quickly typed queries or quickly arriving messages is searched.
  useEffect(() => {
    const timer = setTimeout(() => setSought(wanted), sought === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted, sought])
  const { data, isError } = useQuery(articlesQuery(call, ticket.restaurant.id, sought))
  const found = (data ?? []).filter((one) => isTyped || one.sure !== false).slice(0, MOST_SHOWN)
  return (
    <section className={styles.part}>
      <h2 className={styles.title}>{ARTICLES.articles}</h2>
      <SearchField
        label={ARTICLES.articles_find}
        autoComplete="off"
        maxLength={SEARCH_MAX}
        value={typed}
        onChange={setTyped}
      />
      {(isError || (data !== undefined && found.length === 0)) && (
        <p className={styles.small}>{ARTICLES.articles_none}</p>
      )}
      {ticket.status === 'processed' && (
        <ArticlePart call={call} ticket={ticket} subcategory={found[0]?.subcategory} />
      )}
      <ul className={styles.lines}>
        {found.map(({ id, title, section, section_name, subcategory_name, audience }) => (
          <li key={id} className={styles.line}>
            <b>{title}</b>
            <p className={styles.small}>
              {section_name} › {subcategory_name}
            </p>
            {audience !== null && <p className={styles.small}>{audience}</p>}
            <div className={styles.ways}>
              {onInsert !== undefined && (
                <Button
                  size="s"
                  variant="secondary"
                  aria-label={ARTICLES.insert_of(title)}
                  onClick={() =>
                    onInsert(
                      `${title}\n${location.origin}${paths.material(ticket.restaurant.id, section, id)}`,
                    )
                  }
                >
                  {ARTICLES.insert}
                </Button>
              )}
              <ButtonLink
                size="s"
                variant="ghost"
                aria-label={ARTICLES.open_of(title)}
                href={`/kb/read/${id}?restaurant=${ticket.restaurant.id}`}
              >
                {ARTICLES.open}
              </ButtonLink>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
