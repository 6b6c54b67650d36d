import type { Call } from '@podmoga/contract/client'
import { deleteMacro, type Macro, type MacroRun, runMacro, undoMacroRun } from '@podmoga/contract/desk/macros'
import { BULK_MAX } from '@podmoga/contract/fields/limits'
import { Button } from '@podmoga/ui/button/button'
import { Dialog, DialogActions } from '@podmoga/ui/dialog/dialog'
import { EmptyState } from '@podmoga/ui/empty-state/empty-state'
import { FieldError } from '@podmoga/ui/field/field'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { makeSubmitKey } from '@podmoga/web/submit-key'
import { SureDialog } from '@podmoga/web/sure-dialog'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Undo2, Zap } from 'lucide-react'
import { useEffect, useState } from 'react'
import { FATES } from '../bulk/bulk.texts.ts'
import { inOrder } from '../conversation/conversation.ts'
import styles from '../side/side.module.css'
import { WORK } from '../side/work.texts.ts'
import { messagesQuery, TICKETS_ROOT } from '../tickets.api.ts'
import { MacroForm } from './macro-form.tsx'
import { macrosQuery, runQuery } from './macros.api.ts'
import { MACROS } from './macros.texts.ts'

const doesOf = ({ acts: { text, tags, priority, assignee, close } }: Macro): string =>
  [
    text !== null && MACROS.does.text,
    tags.length > 0 && MACROS.does.tags(tags),
    priority !== null && MACROS.does.priority(WORK.priority_name[priority]),
    assignee !== null && MACROS.does.assignee,
    close && MACROS.does.close,
  ]
    .filter((part) => part !== false)
    .join(' · ')

/** The runs of one macro started for many tickets (one per batch), with their results. */
function Runs({ call, runs, onClose }: { call: Call; runs: readonly MacroRun[]; onClose: () => void }) {
  return (
    <>
      {runs.map((run) => (
        <RunPart key={run.id} call={call} begun={run} />
      ))}
      <DialogActions>
        <Button onClick={onClose}>{MACROS.leave}</Button>
      </DialogActions>
    </>
  )
}

function RunPart({ call, begun }: { call: Call; begun: MacroRun }) {
  const cache = useQueryClient()
  const { data: run } = useQuery(runQuery(call, begun))
  const { run: submit, isPending, problem } = useSubmit({ failed: MACROS.run_failed })
  const isDone = run.state === 'done'
  useEffect(() => {
    if (isDone) void cache.invalidateQueries({ queryKey: TICKETS_ROOT })
  }, [isDone, cache])
  const failed = run.results.filter(({ fate }) => fate !== 'done' && fate !== 'same')
  const undo = async () => {
    const now = await submit(() => call(undoMacroRun, { params: { runId: run.id } }))
    if (now !== null) cache.setQueryData(runQuery(call, begun).queryKey, now)
  }
  return (
    <div className={styles.form}>
      <div role="status">
        <p>
          {run.state === 'waiting' && MACROS.waiting(run.name, run.total)}
          {run.state === 'running' && MACROS.running(run.name)}
          {run.state === 'undone' && MACROS.undone}
          {isDone && MACROS.done(run.results.length - failed.length)}
        </p>
        {isDone && failed.length > 0 && (
          <>
            <p>{MACROS.not_done(failed.length)}</p>
            <ul className={styles.lines}>
              {failed.map(({ id, number, fate }) => (
                <li key={id}>
                  №{number ?? id}: {fate === 'done' || fate === 'same' ? '' : FATES[fate]}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      {run.state === 'waiting' && (
        <Button
          variant="secondary"
          isPending={isPending}
          icon={<Undo2 size={18} aria-hidden />}
          onClick={() => void undo()}
        >
          {MACROS.undo}
        </Button>
      )}
    </div>
  )
}

/** The newest cached message of a ticket. */
const useNewest = (call: Call, ticketId: string | undefined): string | undefined => {
  const cache = useQueryClient()
  const kept = ticketId === undefined ? undefined : cache.getQueryData(messagesQuery(call, ticketId).queryKey)
  return inOrder(kept?.pages ?? []).at(-1)?.id
}

/** Request bodies in batches of BULK_MAX tickets. */
const portionsOf = (tickets: readonly string[], seen: MacroDialogProps['seen'], newest: string | undefined) =>
  Array.from({ length: Math.ceil(tickets.length / BULK_MAX) }, (_, at) => {
    const part = tickets.slice(at * BULK_MAX, (at + 1) * BULK_MAX)
    const counts = part.flatMap((id) => (seen?.has(id) ? [[id, seen.get(id)] as const] : []))
    return {
      tickets: part,
      seen: Object.fromEntries(counts) as Record<string, number>,
      ...(newest === undefined ? {} : { newest }),
    }
  })

interface MacroDialogProps {
  call: Call
  tickets: readonly string[]
  /** Number of known messages of each ticket; omitted for the open ticket. */
  seen?: ReadonlyMap<string, number>
  onClose: () => void
}

/** All macros: run, edit, delete. */
export function MacroDialog({ call, tickets, seen, onClose }: MacroDialogProps) {
  const newest = useNewest(call, seen === undefined ? tickets[0] : undefined)
  const [keys] = useState(makeSubmitKey)
  const { data } = useQuery(macrosQuery(call))
  const [edited, setEdited] = useState<Macro | 'new' | null>(null)
  const [removed, setRemoved] = useState<Macro | null>(null)
  const [runs, setRuns] = useState<readonly MacroRun[]>([])
  const { run, isPending, problem } = useSubmit({
    refreshes: [macrosQuery(call).queryKey],
    refreshesAlways: true,
    failed: MACROS.run_failed,
  })
  if (runs.length > 0)
    return (
      <Dialog title={MACROS.title} onClose={onClose}>
        <Runs call={call} runs={runs} onClose={onClose} />
      </Dialog>
    )
  if (removed !== null)
    return (
      <SureDialog
        title={MACROS.sure(removed.name)}
        text={MACROS.sure_text}
        submit={MACROS.remove}
        refreshes={macrosQuery(call).queryKey}
        onSubmit={() => call(deleteMacro, { params: { macroId: removed.id } })}
        onClose={() => setRemoved(null)}
      />
    )
  if (edited !== null)
    return (
      <Dialog title={edited === 'new' ? MACROS.new : MACROS.edit_title} size="l" onClose={onClose}>
        <MacroForm call={call} macro={edited === 'new' ? null : edited} onDone={() => setEdited(null)} />
      </Dialog>
    )
  const begin = ({ id: macroId }: Macro) =>
    run(
      async () => {
        const begun: MacroRun[] = []
        for (const body of portionsOf(tickets, seen, newest)) {
          const idempotency_key = keys.of(JSON.stringify([macroId, body]))
          begun.push(await call(runMacro, { params: { macroId }, body }, { idempotency_key }))
          // Show started runs with their undo even if the next batch fails.
          setRuns([...begun])
        }
        keys.done()
        return { ok: true }
      },
      { of: [macroId, ...tickets] },
    )
  return (
    <Dialog title={MACROS.title} size="l" onClose={onClose}>
      <p className={styles.small}>{MACROS.hint}</p>
      <div role="alert">{problem !== null && <FieldError>{problem}</FieldError>}</div>
      {data?.length === 0 && <EmptyState text={MACROS.none} />}
      <ul className={styles.lines}>
        {data?.map((macro) => (
          <li key={macro.id} className={styles.line}>
            <p>
              <b>{macro.name}</b> <span className={styles.small}>{doesOf(macro)}</span>
            </p>
            {macro.acts.text !== null && <p className={styles.clamp}>{macro.acts.text}</p>}
            <div className={styles.ways}>
              <Button
                size="s"
                variant="secondary"
                isPending={isPending}
                icon={<Zap size={18} aria-hidden />}
                aria-label={MACROS.run_named(macro.name)}
                onClick={() => void begin(macro)}
              >
                {MACROS.run}
              </Button>
              <Button
                size="s"
                variant="ghost"
                aria-label={MACROS.edit_named(macro.name)}
                onClick={() => setEdited(macro)}
              >
                {MACROS.edit}
              </Button>
              <Button
                size="s"
                variant="ghost"
                aria-label={MACROS.remove_named(macro.name)}
                onClick={() => setRemoved(macro)}
              >
                {MACROS.remove}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onClick={() => setEdited('new')}>{MACROS.new}</Button>
      </DialogActions>
    </Dialog>
  )
}
