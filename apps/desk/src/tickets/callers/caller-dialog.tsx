import type { Call } from '@podmoga/contract/client'
import { APPEAL_TYPES } from '@podmoga/contract/fields/choices'
import { MESSAGE_MAX } from '@podmoga/contract/fields/limits'
import { type Caller, CallerTicket, openTicketForCaller } from '@podmoga/contract/tickets/callers'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { FieldError } from '@podmoga/ui/field/field'
import { TextArea } from '@podmoga/ui/field/text-area'
import { Select } from '@podmoga/ui/select/select'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { type Errors, errorsOf } from '@podmoga/web/use-form'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useLayoutEffect, useRef, useState } from 'react'
import { useScope } from '../../lib/scope.tsx'
import { type QueueView, ticketPath } from '../queue/queue-view.ts'
import styles from '../side/side.module.css'
import { topicsQuery } from '../team.api.ts'
import { TICKETS_ROOT } from '../tickets.api.ts'
import { useCallerDraft } from './caller-draft.ts'
import { CALLERS } from './callers.texts.ts'
import { aboutCaller, FindCaller } from './find-caller.tsx'

interface CallerDialogProps {
  call: Call
  view: QueueView
  go: (path: string) => void
  /** The caller and restaurant, if already known. */
  known?: { customer: Caller; restaurant: string }
  onClose: () => void
}

const NO_TOPIC = 'no topic'

interface WhoCallsProps {
  call: Call
  customer: Caller | null
  error: string | undefined
  onPick: (caller: Caller | null) => void
}

/** The caller: a search field until one is chosen. */
function WhoCalls({ call, customer, error, onPick }: WhoCallsProps) {
  if (customer === null) return <FindCaller call={call} error={error} onPick={onPick} />
  return (
    <section className={styles.line} aria-label={CALLERS.chosen}>
      <p>
        <b>{customer.name ?? CALLERS.nameless}</b>
      </p>
      <p className={styles.small}>{aboutCaller(customer)}</p>
      <div role="alert">{error !== undefined && <FieldError>{error}</FieldError>}</div>
      <div className={styles.ways}>
        <Button size="s" variant="secondary" onClick={() => onPick(null)}>
          {CALLERS.another}
        </Button>
      </div>
    </section>
  )
}

interface AboutProps {
  call: Call
  business: string | undefined
  category: string
  topic: string
  error: string | undefined
  onChange: (part: { category?: string; topic?: string }) => void
}

/** Category and topic, from the lists of the caller's business. */
function AboutFields({ call, business, category, topic, error, onChange }: AboutProps) {
  const { data: businesses = [] } = useQuery(topicsQuery(call))
  const categories = businesses.find(({ id }) => id === business)?.categories
  const topics = categories?.find(({ key }) => key === category)?.topics ?? []
  return (
    <>
      <Select
        label={CALLERS.category}
        options={categories ?? APPEAL_TYPES}
        value={category}
        error={error}
        onChange={({ target }) => onChange({ category: target.value, topic: '' })}
      />
      {topics.length > 0 && (
        <Select
          label={CALLERS.topic}
          options={[{ key: NO_TOPIC, name: CALLERS.no_topic }, ...topics]}
          value={topic === '' ? NO_TOPIC : topic}
          onChange={({ target }) => onChange({ topic: target.value === NO_TOPIC ? '' : target.value })}
        />
      )}
    </>
  )
}

/** Opens a ticket on behalf of a caller, who becomes its customer. */
export function CallerDialog({ call, view, go, known, onClose }: CallerDialogProps) {
  const { draft, change, drop } = useCallerDraft(useScope().person, known ?? {})
  const [errors, setErrors] = useState<Errors>({})
  const form = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (Object.keys(errors).length > 0)
      form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [errors])
  const { run, isPending, problem } = useSubmit({
    refreshes: [TICKETS_ROOT],
    failed: CALLERS.failed,
    onFields: setErrors,
  })
  const { customer, category, topic, text } = draft
  const restaurants = customer?.restaurants ?? []
  const chosen = restaurants.find(({ id }) => id === draft.restaurant) ?? restaurants[0]
  const alter = (part: Parameters<typeof change>[0]) => {
    change(part)
    setErrors({})
  }
  const open = (event: FormEvent) => {
    event.preventDefault()
    const body = { customer: customer?.id ?? '', restaurant: chosen?.id ?? '', category, topic, text }
    const wrong = errorsOf(CallerTicket, body)
    const found = {
      ...wrong,
      ...(customer === null && { customer: CALLERS.choose }),
      ...(wrong.category !== undefined && { category: CALLERS.choose_category }),
    }
    setErrors(found)
    if (Object.keys(found).length > 0) return
    void run(async () => {
      const { id } = await call(
        openTicketForCaller,
        { body: CallerTicket.parse(body) },
        { idempotency_key: draft.key },
      )
      drop()
      onClose()
      go(ticketPath(id, view))
    })
  }
  return (
    <Dialog title={CALLERS.title} size="l" onClose={onClose}>
      <form ref={form} onSubmit={open} noValidate className={styles.form}>
        <p className={styles.small}>{CALLERS.hint}</p>
        <WhoCalls
          call={call}
          customer={customer}
          error={errors.customer}
          onPick={(one) => alter({ customer: one, restaurant: one?.restaurants[0]?.id ?? '' })}
        />
        {restaurants.length > 1 && (
          <Select
            label={CALLERS.restaurant}
            options={restaurants.map(({ id, name }) => ({ key: id, name }))}
            value={chosen?.id ?? ''}
            error={errors.restaurant}
            onChange={({ target }) => alter({ restaurant: target.value })}
          />
        )}
        <AboutFields
          call={call}
          business={chosen?.business_id}
          category={category}
          topic={topic}
          error={errors.category ?? errors.topic}
          onChange={alter}
        />
        {/* data-passing: kept as a draft, so closing the dialog loses nothing. */}
        <TextArea
          data-passing
          label={CALLERS.text}
          rows={4}
          maxRows={10}
          maxLength={MESSAGE_MAX}
          value={text}
          error={errors.text}
          onChange={({ target }) => alter({ text: target.value })}
        />
        <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
        <DialogActions>
          <Button variant="secondary" onClick={onClose}>
            {CALLERS.cancel}
          </Button>
          <Button type="submit" isPending={isPending}>
            {CALLERS.open}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
