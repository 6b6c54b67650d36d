import { Refusal } from '@podmoga/contract/refusals'
import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { type AddressKind, type CodeSent, sendCode } from '../profile.api.ts'
import { PROFILE } from '../profile.texts.ts'
import { showFailure } from '../show-failure.ts'
import { useModal } from '../use-modal.ts'
import { type CodeFlow, readFlow, shouldSend, writeFlow } from './code-flow.ts'

// Entries whose code is being requested, so that a second arrival does not request another.
const asking = new Set<string>()

/**
 * The code for one address: requested on arrival, once; then again on a press after the countdown. Without an address the modal
 * closes; a refused address leads back to the step it came from.
 */
export function useCode(kind: AddressKind) {
  const scope = useScope()
  const modal = useModal()
  const { key } = useLocation()
  const { run, isPending, problem, clearProblem } = useSubmit({ toast: showFailure })
  const [flow, setFlow] = useState(() => readFlow(kind, scope.person))
  const left = useCountdown(flow?.deadline ?? null)

  const keep = (part: Partial<CodeFlow>) => {
    const now = readFlow(kind, scope.person)
    // Null if the user has closed the modal meanwhile.
    if (now === null) return
    writeFlow(kind, { ...now, ...part })
    setFlow({ ...now, ...part })
  }

  const refuseAddress = (text: string) => {
    keep({ entry: null, deadline: 0, problem: text })
    if (readFlow(kind, scope.person)?.is_typed) modal.back()
    else modal.replace(`${kind}/edit`)
  }

  const send = async () => {
    const address = flow?.address ?? ''
    if (asking.has(address)) return
    asking.add(address)
    const result: { sent?: CodeSent; wrong?: string | undefined } = {}
    const work = async () => {
      result.sent = await sendCode(scope, kind, address)
      return result.sent
    }
    const onRefused = (error: unknown) => {
      if (error instanceof Refusal) result.wrong = error.fields[kind]
    }
    const isSent = (await run(work, { onRefused })) !== null
    asking.delete(address)
    const { sent, wrong } = result
    if (!isSent && sent?.is_taken === true)
      return kind === 'phone' ? modal.close() : refuseAddress(sent.error ?? PROFILE.failure)
    if (wrong !== undefined) return refuseAddress(wrong)
    keep({ entry: key, deadline: Date.now() + (sent?.wait ?? 0), ...(isSent && { is_sent: true }) })
  }

  const arrive = useEffectEvent((at: typeof key) => {
    if (flow === null) modal.close()
    else if (shouldSend(flow, at, Date.now())) void send()
  })
  useEffect(() => arrive(key), [key])

  const isCounting = left > 0
  const wasCounting = useRef(false)
  useEffect(() => {
    if (wasCounting.current && !isCounting) announce(PROFILE.may_resend)
    wasCounting.current = isCounting
  }, [isCounting])

  return { flow, left, isSending: isPending, problem, clearProblem, resend: send }
}
