import { getFigureLetter, setFigureLetter } from '@podmoga/contract/desk/figure-letter'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { FIGURES } from './figures.texts.ts'

const KEY = ['figure letter'] as const

/** Subscription of an admin to the Monday email. */
export function WeeklyLetter() {
  const { call } = useScope()
  const client = useQueryClient()
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => call(getFigureLetter, {}, { signal }) })
  const { run, isPending } = useSubmit({ refreshes: [], toast: true })
  if (data === undefined) return null
  const { is_wanted, email, closed } = data
  const set = async () => {
    const saved = await run(() => call(setFigureLetter, { body: { is_wanted: !is_wanted } }))
    if (saved !== null) client.setQueryData(KEY, saved)
  }
  const why = closed ?? (email === null ? FIGURES.letter_address : FIGURES.letter_hint(email))
  return (
    <div>
      <Checkbox checked={is_wanted} disabled={isPending} onChange={() => void set()}>
        {FIGURES.letter}
      </Checkbox>
      <p className="t-small t-muted">{why}</p>
    </div>
  )
}
