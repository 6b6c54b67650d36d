import { toast } from '@podmoga/ui/toast/toast'
import {
  type MutationOptions,
  type QueryClient,
  type QueryFilters,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useId, useState } from 'react'
import { isRefusal } from '../explain.ts'
import { makeSubmitKey } from '../submit-key.ts'
import { attempt, makeGuard, type Reporting, report, TRY_AGAIN, textsOf, type Work } from './submit.ts'

/** An optimistic update. The refetch of `refreshes` reverts it on failure. */
interface Ahead {
  queryKey: QueryKey
  data: unknown
}

interface Toasting extends Reporting {
  /** Also shows a toast for a refusal: with its own text, with this title, or by this function. */
  toast?: true | string | ((error: unknown, about: string) => void)
}

export interface SubmitOptions extends Toasting {
  /** Queries to refetch after a success, and after a conflict with another user; `isPending` until they are loaded. */
  refreshes?: readonly (QueryKey | QueryFilters)[]
  /** Refetch after any other refusal too. */
  refreshesAlways?: boolean
  /** Ignore a second press only for the same `name`: others run in parallel. */
  isPerName?: boolean
  /** Submits with the same queue name run one after another instead of being ignored; only the last one refetches. */
  queue?: string
}

interface OneSubmit extends Toasting, Pick<SubmitOptions, 'refreshes'> {
  /** The content, texts and files, that identifies the submit: the same content gets the same Idempotency-Key. */
  of?: readonly unknown[]
  /** The name of the pressed button: see `pending`. */
  name?: string
  ahead?: Ahead
}

interface Submitted {
  work: Work<unknown>
  own: OneSubmit
}

const showToast = (error: unknown, about: string, { toast: how, failed = TRY_AGAIN }: Toasting): void => {
  const { ofField, own } = textsOf(error)
  if (how === true) toast.danger({ title: ofField ?? own ?? failed, about })
  else if (typeof how === 'string') toast.danger({ title: how, text: own, about })
  else how?.(error, about)
}

/** The mutation behind {@link useSubmit}. `onProblem` receives the text for the form to show; null: none. */
export const submitMutation = (
  client: QueryClient,
  options: SubmitOptions,
  keys: ReturnType<typeof makeSubmitKey>,
  onProblem: (problem: string | null) => void,
  /** The id of its toasts, which are removed after a success. */
  about = '',
): MutationOptions<unknown, unknown, Submitted> => {
  const { refreshes = [], refreshesAlways = false, isPerName: _, queue, ...reporting } = options
  const refresh = ({ refreshes: own = refreshes }: OneSubmit) =>
    Promise.all(own.map((one) => client.invalidateQueries('length' in one ? { queryKey: one } : one)))
  return {
    // The variables may contain a password: the library's default of five minutes is too long.
    gcTime: 1000,
    ...(queue !== undefined && { scope: { id: queue }, mutationKey: [queue] }),
    mutationFn: ({ work, own }) => attempt(keys, { work, of: own.of ?? [] }),
    onMutate: ({ own: { ahead } }) => {
      onProblem(null)
      if (ahead === undefined) return
      void client.cancelQueries({ queryKey: ahead.queryKey })
      client.setQueryData(ahead.queryKey, ahead.data)
    },
    onSuccess: () => toast.done(about),
    onError: (error, { own }) => {
      const how = { ...reporting, ...own }
      showToast(error, about, how)
      onProblem(report(error, how))
    },
    onSettled: async (_answer, error, { own }) => {
      const isLast = queue === undefined || client.isMutating({ mutationKey: [queue] }) <= 1
      if (!isLast) return
      const isOld = isRefusal(error, 'changed_meanwhile') || isRefusal(error, 'stale_draft')
      if (error === null || isOld || refreshesAlways || own.ahead !== undefined) await refresh(own)
    },
  }
}

/**
 * The standard way to make a change from a form, a button or a page, one submit at a time. A second press meanwhile is
 * ignored; a refusal is shown as `problem`, under its fields or in a toast; changed data is refetched.
 * `run` never rejects: it resolves to the answer, or to null if nothing was done.
 */
export const useSubmit = (options: SubmitOptions = {}) => {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const [keys] = useState(makeSubmitKey)
  const about = useId()
  const [guard] = useState(makeGuard)
  const { mutateAsync, isPending, variables } = useMutation(
    submitMutation(client, options, keys, setProblem, about),
  )
  const { isPerName = false, queue } = options
  const run = useCallback(
    <T>(work: Work<T>, own: OneSubmit = {}): Promise<T | null> => {
      const send = () =>
        mutateAsync({ work, own }).then(
          (answer) => answer as T,
          () => null,
        )
      return queue === undefined ? guard(send, isPerName ? own.name : '') : send()
    },
    [mutateAsync, isPerName, queue, guard],
  )
  return {
    run,
    isPending,
    /** The `name` of the running submit; undefined if none is running or it has no name. */
    pending: isPending ? variables?.own.name : undefined,
    problem,
    clearProblem: () => setProblem(null),
  }
}
