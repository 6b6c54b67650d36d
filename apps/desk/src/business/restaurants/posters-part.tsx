import { POSTERS_MAX } from '@podmoga/contract/desk/joining'
import { isLocalLink } from '@podmoga/contract/fields/local-link'
import { Button } from '@podmoga/ui/button/button'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { BUSINESS_ROOT } from '../business.api.ts'
import styles from '../business.module.css'
import { makePosters } from '../joining/joining.api.ts'
import { POSTER } from '../joining/joining.texts.ts'
import { LocalLink } from '../local-link.tsx'
import sheet from './poster.module.css'
import { PosterSheet } from './poster-sheet.tsx'

interface PostersPartProps {
  restaurants: readonly { id: string; name: string }[]
}

/** Posters of many restaurants, one page each, printed in batches of POSTERS_MAX. */
export function PostersPart({ restaurants }: PostersPartProps) {
  const { call } = useScope()
  const [from, setFrom] = useState(0)
  const [made, setMade] = useState<Awaited<ReturnType<typeof makePosters>> | null>(null)
  const { run, isPending, problem } = useSubmit({ refreshes: [BUSINESS_ROOT] })
  const parts = Array.from({ length: Math.ceil(restaurants.length / POSTERS_MAX) }, (_, at) => {
    const begin = at * POSTERS_MAX
    const part = restaurants.slice(begin, begin + POSTERS_MAX)
    const [first, last] = [part[0]?.name ?? '', part.at(-1)?.name ?? '']
    return { key: String(begin), name: POSTER.part_of(begin + 1, begin + part.length, first, last) }
  })
  const collect = async () => {
    const ids = restaurants.slice(from, from + POSTERS_MAX).map(({ id }) => id)
    const posters = await run(() => makePosters(call, ids))
    if (posters !== null) setMade(posters)
  }
  return (
    <div className={styles.stack}>
      <div className={`${styles.stack} ${sheet.aside}`}>
        <p className="t-muted">{POSTER.many_hint}</p>
        {parts.length > 1 && (
          <Select
            label={POSTER.part}
            options={parts}
            value={String(from)}
            onChange={({ target }) => {
              setFrom(Number(target.value))
              setMade(null)
            }}
          />
        )}
        <p role="status">{made !== null && POSTER.many_ready(made.posters.length, made.made)}</p>
        <div role="alert">{problem}</div>
        {made?.posters.some(({ link }) => isLocalLink(link)) === true && (
          <p>
            <LocalLink />
          </p>
        )}
        <div className={styles.actions}>
          {made === null ? (
            <Button isPending={isPending} disabled={restaurants.length === 0} onClick={() => void collect()}>
              {POSTER.many_make}
            </Button>
          ) : (
            <Button icon={<Printer size={20} aria-hidden />} onClick={() => window.print()}>
              {POSTER.print}
            </Button>
          )}
        </div>
      </div>
      {made?.posters.map(({ restaurant, link }) => (
        <PosterSheet key={restaurant.id} business={made.business} restaurant={restaurant.name} link={link} />
      ))}
    </div>
  )
}
