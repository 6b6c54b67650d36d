import type { AskedProposal } from '@podmoga/contract/desk/proposals'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Button } from '@podmoga/ui/button/button'
import { Link } from '@podmoga/ui/lib/navigation'
import { toast } from '@podmoga/ui/toast/toast'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useScope } from '../../lib/scope.tsx'
import { GAPS_KEY, previewAlsoAsked, proposalsQuery } from '../knowledge.api.ts'
import { GAPS } from '../knowledge.texts.ts'
import { setAlsoAsked } from '../material/material.api.ts'
import { PreviewPart } from '../preview-part.tsx'
import styles from './gaps.module.css'

/** A question that was answered in a ticket with a link, and a button to add it to the material's questions. */
function Proposal({ of: { question, ticket, material } }: { of: AskedProposal }) {
  const { call } = useScope()
  const client = useQueryClient()
  const { run, isPending } = useSubmit({ toast: GAPS.propose_failed })
  const add = () =>
    run(async () => {
      const { also_asked } = material
      await setAlsoAsked(call, material.id, [...also_asked, question], also_asked)
      toast.success({ title: GAPS.proposed })
      await client.invalidateQueries({ queryKey: GAPS_KEY })
    })
  return (
    <li className={styles.gap}>
      <p className="t-small t-muted">{GAPS.of_ticket(ticket.number)}</p>
      <h3 className="t-h3">{quoted(question)}</h3>
      <p className="t-small">
        <Link href={`/kb/${material.id}`}>{material.title}</Link>
      </p>
      <div className={styles.actions}>
        <Button size="s" variant="secondary" isPending={isPending} onClick={() => void add()}>
          {GAPS.propose}
        </Button>
        <PreviewPart
          size="s"
          look={() => previewAlsoAsked(call, material.id, [...material.also_asked, question])}
        />
      </div>
    </li>
  )
}

/** Proposals for «Также спрашивают»; renders nothing if there are none. */
export function ProposalsPart() {
  const { call } = useScope()
  const { data, error } = useQuery(proposalsQuery(call))
  if (error !== null && data === undefined) return <p className="t-small t-muted">{GAPS.proposals_failed}</p>
  if (data === undefined || data.results.length === 0) return null
  return (
    <section className={styles.thesaurus} aria-label={GAPS.proposals}>
      <h2 className="t-h3">{GAPS.proposals}</h2>
      <p className="t-small t-muted">{GAPS.proposals_hint}</p>
      <ul className={styles.gaps}>
        {data.results.map((one) => (
          <Proposal key={`${one.ticket.id} ${one.material.id}`} of={one} />
        ))}
      </ul>
    </section>
  )
}
