import { HANDOVER_NOTE_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Card } from '@podmoga/ui/card/card'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Skeleton } from '@podmoga/ui/skeleton/skeleton'
import { isOnline } from '@podmoga/web/connectivity'
import { CardWarning } from '../../lib/card-warning.tsx'
import styles from './shift.module.css'
import { SHIFT } from './shift.texts.ts'
import { UnsentHandoverCard } from './unsent-handovers.tsx'
import { useHandoverForm } from './use-handover-form.ts'

/** «Передать смену»: a note and the open tickets; the draft survives a reload, and offline the handover waits. */
export function HandoverForm({ onDone }: { onDone: () => void }) {
  const {
    field,
    open,
    areTicketsKnown,
    unsent,
    draft,
    error,
    problem,
    isPending,
    send,
    takeBack,
    setHanded,
  } = useHandoverForm(onDone)
  const { note, left_out } = draft.value
  return (
    <>
      {unsent.map((handover) => (
        <UnsentHandoverCard key={handover.key} handover={handover} onBack={() => void takeBack(handover)} />
      ))}
      <Card as="section" aria-labelledby="handing">
        <form className={styles.card} onSubmit={(event) => void send(event)} noValidate>
          <h2 id="handing" className="t-h3">
            {SHIFT.hand_over}
          </h2>
          <p className="t-small t-muted">{SHIFT.hint}</p>
          <TextArea
            ref={field}
            label={SHIFT.note}
            rows={3}
            maxLength={HANDOVER_NOTE_MAX}
            value={note}
            error={error}
            onChange={({ target: { value } }) => draft.change((now) => ({ ...now, note: value }))}
          />
          <CardWarning text={note} />
          <fieldset className={styles.choice}>
            <legend>{SHIFT.which}</legend>
            {areTicketsKnown && open.length === 0 && <p className="t-small t-muted">{SHIFT.no_tickets}</p>}
            {!areTicketsKnown &&
              (isOnline() ? (
                <Skeleton height={24} />
              ) : (
                <p className="t-small t-muted">{SHIFT.tickets_unknown}</p>
              ))}
            {open.map(({ id, number, category }) => (
              <Checkbox
                key={id}
                checked={!left_out.includes(String(id))}
                onChange={({ target: { checked } }) => setHanded(String(id), checked)}
              >
                {SHIFT.ticket(number, category)}
              </Checkbox>
            ))}
          </fieldset>
          {problem !== null && (
            <div role="alert">
              <FieldError>{problem}</FieldError>
            </div>
          )}
          <Button type="submit" className={styles.do} isPending={isPending}>
            {SHIFT.hand_over}
          </Button>
        </form>
      </Card>
    </>
  )
}
