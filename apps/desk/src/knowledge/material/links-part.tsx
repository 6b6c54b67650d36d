import { checkLinks, type OutsideLink } from '@podmoga/contract/desk/material/links'
import { counted } from '@podmoga/contract/fields/plural'
import { Button } from '@podmoga/ui/button/button'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from '../editor/editor.module.css'

const LINKS = ['ссылка', 'ссылки', 'ссылок'] as const

export const LINKS_CHECK = {
  look: 'Проверить внешние ссылки',
  failed: 'Не удалось проверить ссылки',
  none: 'Внешних ссылок в тексте нет.',
  all_good: (count: number) => `Открываются: ${counted(count, LINKS)}.`,
  more: (count: number) => `Не проверено из-за количества: ${counted(count, LINKS)}.`,
  kinds: {
    gone: 'такой страницы нет',
    failed: 'не отвечает',
    unchecked: 'проверить не получится: откройте сами',
  },
} as const

interface LinksResult {
  links: readonly OutsideLink[]
  more: number
}

/** Checks on request, on the server, whether the text's external links still work. */
export function LinksPart({ materialId }: { materialId: string }) {
  const { call } = useScope()
  const [result, setResult] = useState<LinksResult | null>(null)
  const { run, isPending } = useSubmit({ toast: LINKS_CHECK.failed })
  const look = () => run(async () => setResult(await call(checkLinks, { params: { materialId } })))
  const good = result?.links.filter(({ kind }) => kind === 'ok').length ?? 0
  return (
    <div className={styles.part}>
      <Button size="s" variant="secondary" isPending={isPending} onClick={() => void look()}>
        {LINKS_CHECK.look}
      </Button>
      {result !== null && (
        <div role="status" className={styles.links}>
          {result.links.length === 0 && <p>{LINKS_CHECK.none}</p>}
          {good > 0 && <p>{LINKS_CHECK.all_good(good)}</p>}
          <ul>
            {result.links.map(
              ({ href, kind }) =>
                kind !== 'ok' && (
                  <li key={href}>
                    <a href={href} target="_blank" rel="noopener noreferrer">
                      {href}
                    </a>{' '}
                    — {LINKS_CHECK.kinds[kind]}
                  </li>
                ),
            )}
          </ul>
          {result.more > 0 && <p>{LINKS_CHECK.more(result.more)}</p>}
        </div>
      )}
    </div>
  )
}
