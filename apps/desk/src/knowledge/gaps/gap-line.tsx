import type { KnowledgeGap } from '@podmoga/contract/desk/knowledge'
import { PERSON_FORMS } from '@podmoga/contract/fields/nouns'
import { counted } from '@podmoga/contract/fields/plural'
import { quoted } from '@podmoga/contract/fields/quoted'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { formatStamp } from '@podmoga/ui/lib/dates'
import { keyed } from '@podmoga/ui/lib/keyed'
import { Link } from '@podmoga/ui/lib/navigation'
import { GAPS } from '../knowledge.texts.ts'
import styles from './gaps.module.css'

const VOICES = ['отзыв', 'отзыва', 'отзывов'] as const

/** Actions on a gap: `write` and `pick` open a dialog. */
export type GapAction = 'write' | 'pick' | 'close'

/** The material that closed the gap, or that is being written for it. */
function Answer({ gap }: { gap: KnowledgeGap }) {
  if (gap.answer === null) return gap.closed_at === null ? null : <p className="t-small">{GAPS.no_answer}</p>
  return (
    <p className="t-small">
      {gap.closed_at === null ? GAPS.being_written : GAPS.answer}{' '}
      <Link href={`/kb/${gap.answer.id}`}>{gap.answer.title}</Link>
      {gap.closed_at === null && ` · ${GAPS.waits}`}
    </p>
  )
}

interface GapLineProps {
  gap: KnowledgeGap
  /** See GroupedGap. */
  near: string | null
  /** In the same group as the previous gap. */
  isSame: boolean
  /** The close request is pending. */
  isClosing: boolean
  onAction: (action: GapAction) => void
}

/** A gap in the list. */
export function GapLine({ gap, near, isSame, isClosing, onAction }: GapLineProps) {
  return (
    <li className={styles.gap} data-gap={gap.id}>
      {near !== null && <p className="t-small">{GAPS.near(near)}</p>}
      <p className="t-small t-muted">
        {isSame && `${GAPS.same} · `}
        {GAPS[gap.kind]}
        {gap.kind !== 'ticket' && ` · ${counted(gap.people, PERSON_FORMS)}`} · {formatStamp(gap.last_at)}
      </p>
      <h2 className="t-h3">
        {gap.material === null ? (
          gap.kind === 'ticket' ? (
            GAPS.of_ticket(gap.ticket?.number ?? null)
          ) : (
            quoted(gap.query ?? '')
          )
        ) : (
          <Link href={`/kb/${gap.material.id}`}>{gap.material.title}</Link>
        )}
      </h2>
      {gap.texts.length > 0 && (
        <div>
          <p className="t-small t-muted">{GAPS.texts}:</p>
          <ul className={styles.texts}>
            {keyed(gap.texts, (text) => text).map(({ key, item }) => (
              <li key={key}>{item}</li>
            ))}
          </ul>
          {gap.more_texts > 0 && (
            <p className="t-small t-muted">
              {GAPS.more} {counted(gap.more_texts, VOICES)}
            </p>
          )}
        </div>
      )}
      <Answer gap={gap} />
      {gap.closed_at === null && (
        <div className={styles.actions}>
          {gap.material !== null && (
            <ButtonLink size="s" href={`/kb/${gap.material.id}`}>
              {GAPS.mend}
            </ButtonLink>
          )}
          {gap.answer === null && gap.material === null && (
            <Button size="s" onClick={() => onAction('write')}>
              {GAPS.write}
            </Button>
          )}
          <Button size="s" variant="secondary" onClick={() => onAction('pick')}>
            {GAPS.pick}
          </Button>
          <Button size="s" variant="ghost" isPending={isClosing} onClick={() => onAction('close')}>
            {GAPS.close}
          </Button>
        </div>
      )}
    </li>
  )
}
