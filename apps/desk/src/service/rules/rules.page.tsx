import { getRules, Rules, setRules } from '@podmoga/contract/desk/rules'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { toast } from '@podmoga/ui/toast/toast'
import { QueryView } from '@podmoga/web/query-view'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useForm } from '@podmoga/web/use-form'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useId, useRef } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { useAskBeforeUnload } from '../../lib/use-ask-before-unload.ts'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import { RulePart } from './rule-part.tsx'
import styles from './rules.module.css'
import { RULES } from './rules.texts.ts'
import { draftOf, type KeptRules, newDraft, type RuleDraft, rulesOf } from './rules-draft.ts'

type Call = ReturnType<typeof useScope>['call']
const rulesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'rules'],
    queryFn: ({ signal }) => call(getRules, {}, { signal }),
    // What is being typed must not be swept away by a fetch.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

interface Draft {
  rules: readonly RuleDraft[]
}
const draftsOf = ({ rules }: KeptRules): Draft => ({
  rules: rules.map((rule, at) => draftOf(rule, rule.id ?? String(at))),
})
const moved = (rules: readonly RuleDraft[], at: number, by: number): RuleDraft[] => {
  const next = rules.filter((_, place) => place !== at)
  const one = rules[at]
  if (one !== undefined) next.splice(at + by, 0, one)
  return next
}

function RulesForm({ kept }: { kept: KeptRules }) {
  const { call } = useScope()
  const client = useQueryClient()
  const made = useRef(0)
  const { form, values, set, restart, errorOf, submit, say } = useForm<Draft, Rules>(Rules, draftsOf(kept), {
    toBody: rulesOf,
  })
  const { run, isPending, problem } = useSubmit({ refreshes: [], onFields: say })
  const save = async (body: Rules) => {
    const saved = await run(() => call(setRules, { body: { ...body, version: kept.version } }))
    if (saved === null) return
    client.setQueryData(rulesQuery(call).queryKey, saved)
    restart(draftsOf(saved))
    toast.success({ title: RULES.saved })
  }
  const { rules } = values
  useAskBeforeUnload(JSON.stringify(values) !== JSON.stringify(draftsOf(kept)))
  // Nothing to save yet; the last rule taken out is.
  const isBare = rules.length === 0 && kept.rules.length === 0
  const add = () => {
    made.current += 1
    set({ rules: [...rules, newDraft(RULES.new_name, `new ${made.current}`)] })
  }
  return (
    <form ref={form} className={styles.form} noValidate onSubmit={(event) => submit(event, save)}>
      {rules.length === 0 && <p className="t-muted">{RULES.none}</p>}
      {rules.map((part, at) => (
        <RulePart
          key={part.mark}
          part={part}
          at={at}
          of={rules.length}
          kept={kept}
          errorOf={errorOf}
          onChange={(change) =>
            set({ rules: rules.map((one, place) => (place === at ? { ...one, ...change } : one)) })
          }
          onRemove={() => set({ rules: rules.filter((_, place) => place !== at) })}
          onMove={(by) => set({ rules: moved(rules, at, by) })}
        />
      ))}
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <Button
          variant={isBare ? 'primary' : 'secondary'}
          icon={<Plus size={20} aria-hidden />}
          onClick={add}
        >
          {RULES.add}
        </Button>
        {!isBare && (
          <Button type="submit" isPending={isPending}>
            {RULES.save}
          </Button>
        )}
      </div>
    </form>
  )
}

/** What rules did last. */
function Firings({ firings }: Pick<KeptRules, 'firings'>) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={styles.form}>
      <h2 id={id}>{RULES.firings}</h2>
      {firings.length === 0 && <p className="t-muted">{RULES.no_firings}</p>}
      <ul className={styles.firings}>
        {firings.map(({ rule_id, ticket_id, number, name, at, fate, has_answered }) => (
          <li key={`${rule_id} ${ticket_id} ${at}`}>
            {formatStamp(at)} · {quoted(name)} ·{' '}
            <Link href={`/tickets/${ticket_id}`}>{RULES.ticket(number)}</Link> · {RULES.fate[fate]}
            {has_answered && `, ${RULES.answered}`}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What is done by itself. */
export function RulesPage() {
  const { call } = useScope()
  const query = useQuery(rulesQuery(call))
  return (
    <ServicePage title={SERVICE.rules}>
      <p className="t-muted">{RULES.hint}</p>
      <QueryView query={query} failed={RULES.failed}>
        {(kept) => (
          <div className={styles.parts}>
            <RulesForm key={kept.version} kept={kept} />
            <Firings firings={kept.firings} />
          </div>
        )}
      </QueryView>
    </ServicePage>
  )
}
