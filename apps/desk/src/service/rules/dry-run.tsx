import { type Rule, tryRule } from '@podmoga/contract/desk/rules'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { Link } from '@podmoga/ui/lib/navigation'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import styles from './rules.module.css'
import { RULES } from './rules.texts.ts'

type Found = Awaited<ReturnType<ReturnType<typeof useTry>>>
const useTry = () => {
  const { call } = useScope()
  return (rule: Rule) => call(tryRule, { body: { rule } })
}

/** Shows what the rule in the form would have done. */
export function DryRun({ rule }: { rule: () => Rule }) {
  const tryOut = useTry()
  const { run, isPending, problem } = useSubmit({ refreshes: [] })
  const [found, setFound] = useState<Found | null>(null)
  const look = async () => setFound(await run(() => tryOut(rule())))
  return (
    <>
      <Button variant="secondary" isPending={isPending} onClick={look}>
        {RULES.dry_run}
      </Button>
      <div role="status">
        {problem !== null && <FieldError>{problem}</FieldError>}
        {found !== null && (
          <>
            <p>{RULES.dry_found(found.tickets.length, found.total)}</p>
            <p className={styles.actions}>
              {found.tickets.map(({ id, number, times }) => (
                <Link key={id} href={`/tickets/${id}`}>
                  {RULES.ticket(number, times)}
                </Link>
              ))}
            </p>
          </>
        )}
      </div>
    </>
  )
}
