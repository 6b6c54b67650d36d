import type { Call } from '@podmoga/contract/client'
import type { draftArticle } from '@podmoga/contract/desk/relations'
import type { DeskTicket, getDesk } from '@podmoga/contract/desk/tickets'
import type { Answer } from '@podmoga/contract/endpoint'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { TICKETS_ROOT } from '../tickets.api.ts'
import { makeArticle } from './relations.api.ts'
import { RELATIONS } from './relations.texts.ts'
import styles from './side.module.css'
import { WORK } from './work.texts.ts'

interface ArticleProps {
  call: Call
  ticket: DeskTicket
  /** Subcategory of the best matching article. */
  subcategory: string | undefined
}

/** Makes a knowledge base draft from a solved ticket in one step, and says what was left out. */
export function ArticlePart({ call, ticket, subcategory }: ArticleProps) {
  const cache = useQueryClient()
  const [made, setMade] = useState<Answer<typeof draftArticle> | null>(null)
  const { run, isPending } = useSubmit({ refreshes: [TICKETS_ROOT], toast: WORK.not_done })
  const isEditor = cache.getQueryData<Answer<typeof getDesk>>(['session', 'desk'])?.roles.includes('editor')
  const make = async () => {
    const work = async (key: string) => setMade(await makeArticle(call, ticket.id, subcategory, key))
    await run(work, { of: [ticket.id, subcategory] })
  }
  if (made === null)
    return (
      <div className={styles.ways}>
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void make()}>
          {RELATIONS.article}
        </Button>
      </div>
    )
  const { id, title, is_new, left_out } = made
  return (
    <div role="status">
      <p>{is_new ? RELATIONS.article_made(title) : RELATIONS.article_was(title)}</p>
      {is_new && (
        <p className={styles.small}>
          {RELATIONS.left_out(left_out.names, left_out.contacts, left_out.files)}
        </p>
      )}
      {isEditor === true ? (
        <ButtonLink size="s" variant="secondary" href={`/kb/${id}`}>
          {RELATIONS.article_open}
        </ButtonLink>
      ) : (
        <p className={styles.small}>{RELATIONS.article_waits}</p>
      )}
    </div>
  )
}
