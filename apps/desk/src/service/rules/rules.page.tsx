import { getRules, Rules, setRules } from '@podmoga/contract/desk/rules'
import { quoted } from '@podmoga/contract/fields/quoted'
import { uuid } from '@podmoga/contract/fields/uuid'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { Link } from '@podmoga/ui/lib/navigation'
import { QueryView } from '@podmoga/web/query-view'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { AddToList } from '../../lib/list-form/add-to-list.tsx'
import { changed, moved, without } from '../../lib/list-form/lists.ts'
import { MeanwhilePart } from '../../lib/list-form/meanwhile.tsx'
import { adopted, listNews, rebasedList } from '../../lib/list-form/rebased-list.ts'
import { UnsavedPart } from '../../lib/list-form/unsaved-part.tsx'
import { listFormOf, useListForm } from '../../lib/list-form/use-list-form.ts'
import { useScope } from '../../lib/scope.tsx'
import { ServicePage } from '../service-page.tsx'
import { SERVICE } from '../service-pages.ts'
import { RulePart } from './rule-part.tsx'
import styles from './rules.module.css'
import { RULES } from './rules.texts.ts'
import { draftsOf, type KeptRules, newDraft, RulesDraft, rulesOf } from './rules-draft.ts'

type Call = ReturnType<typeof useScope>['call']
const rulesQuery = (call: Call) =>
  queryOptions({
    queryKey: ['desk', 'rules'],
    queryFn: ({ signal }) => call(getRules, {}, { signal }),
    // A refetch must not overwrite what is being typed.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    gcTime: 0,
  })

const LEFT = listFormOf(RulesDraft)

function RulesForm({ kept }: { kept: KeptRules }) {
  const { call } = useScope()
  const of = useListForm<KeptRules, RulesDraft, Rules>({
    ...{ name: 'rules', left: LEFT, kept, queryKey: rulesQuery(call).queryKey, schema: Rules },
    ...{ draftOf: draftsOf, bodyOf: rulesOf, saved: RULES.saved },
    look: () => call(getRules, {}),
    save: (body) => call(setRules, { body }),
    rebase: (mine, seen, theirs) => ({ rules: rebasedList(mine.rules, seen.rules, theirs.rules) }),
    newsOf: (seen, theirs) => listNews(seen.rules, theirs.rules),
    adopt: (now, sent, saved) => ({ rules: adopted(now.rules, sent.rules, saved.rules) }),
  })
  const { form, values, set, errorOf, errorIn, submit, save, reset, isPending, isChanged, problem, news } = of
  const { rules } = values
  // Nothing to save yet; removing the last rule can be saved.
  const isBare = rules.length === 0 && kept.rules.length === 0
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
          errorIn={errorIn}
          onChange={(change) => set({ rules: changed(rules, at, change) })}
          onRemove={() => set({ rules: without(rules, at) })}
          onMove={(by) => set({ rules: moved(rules, at, by) })}
        />
      ))}
      <MeanwhilePart news={news} onTake={reset} />
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      <div className={styles.actions}>
        <AddToList
          list="rules"
          of={rules.length}
          variant={isBare ? 'primary' : 'secondary'}
          onAdd={() => set({ rules: [...rules, newDraft(RULES.new_name, uuid())] })}
        >
          {RULES.add}
        </AddToList>
        {!isBare && (
          <Button type="submit" isPending={isPending}>
            {RULES.save}
          </Button>
        )}
        <UnsavedPart isChanged={isChanged} isPending={isPending} reset={reset} />
      </div>
    </form>
  )
}

/** The latest rule runs. */
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

/** The page of automatic rules. */
export function RulesPage() {
  const { call } = useScope()
  const query = useQuery(rulesQuery(call))
  return (
    <ServicePage title={SERVICE.rules}>
      <p className="t-muted">{RULES.hint}</p>
      <QueryView query={query} failed={RULES.failed}>
        {(kept) => (
          <div className={styles.parts}>
            <RulesForm kept={kept} />
            <Firings firings={kept.firings} />
          </div>
        )}
      </QueryView>
    </ServicePage>
  )
}
