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
import { attempt, makeGuard, type Telling, TRY_AGAIN, tell, type Work, wordsOf } from './submit.ts'

/** What is shown ahead of the answer. The refetch of `refreshes` is its undo. */
interface Ahead {
  queryKey: QueryKey
  data: unknown
}

interface Toasting extends Telling {
  /** Shows a toast as well: in the refusal's own words, under this title, or as this function does. */
  toast?: true | string | ((error: unknown, about: string) => void)
}

export interface SubmitOptions extends Toasting {
  /** What is asked anew after a success, and once somebody else was quicker; `isPending` until it is here. */
  refreshes?: readonly (QueryKey | QueryFilters)[]
  /** Asks it anew after any other refusal, too. */
  refreshesAlways?: boolean
  /** Drops a second press of the same `name` only: others go on beside it. */
  isPerName?: boolean
  /** Waits for those before it under the same name instead of being dropped; only the last of them asks anew. */
  queue?: string
}

interface OneSubmit extends Toasting, Pick<SubmitOptions, 'refreshes'> {
  /** What makes this submit another one than the last: texts and files. The same goes under the same key. */
  of?: readonly unknown[]
  /** Which of several buttons it is: see `pending`. */
  name?: string
  ahead?: Ahead
}

interface Submitted {
  work: Work<unknown>
  own: OneSubmit
}

const showToast = (error: unknown, about: string, { toast: how, failed = TRY_AGAIN }: Toasting): void => {
  const { ofField, own } = wordsOf(error)
  if (how === true) toast.danger({ title: ofField ?? own ?? failed, about })
  else if (typeof how === 'string') toast.danger({ title: how, text: own, about })
  else how?.(error, about)
}

/** The mutation behind {@link useSubmit}. `onProblem` hears what the form is to say; null: nothing. */
export const submitMutation = (
  client: QueryClient,
  options: SubmitOptions,
  keys: ReturnType<typeof makeSubmitKey>,
  onProblem: (problem: string | null) => void,
  /** What its toasts are about: they go once it is done. */
  about = '',
): MutationOptions<unknown, unknown, Submitted> => {
  const { refreshes = [], refreshesAlways = false, isPerName: _, queue, ...telling } = options
  const refresh = ({ refreshes: own = refreshes }: OneSubmit) =>
    Promise.all(own.map((one) => client.invalidateQueries('length' in one ? { queryKey: one } : one)))
  return {
    // What was sent may be a password: the five minutes of the library are too long for it.
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
      const how = { ...telling, ...own }
      showToast(error, about, how)
      onProblem(tell(error, how))
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
 * The one way to change something: a form, a button or a page submits one work at a time. A second press meanwhile does
 * nothing; a refusal is told in `problem`, under its fields or in a toast; what has changed is asked anew.
 * `run` never rejects: it resolves to the answer, or to null when nothing was done.
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
    /** The `name` of what is under way; undefined: nothing is, or it has none. */
    pending: isPending ? variables?.own.name : undefined,
    problem,
    clearProblem: () => setProblem(null),
  }
}
