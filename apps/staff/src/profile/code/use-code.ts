import { Refusal } from '@podmoga/contract/refusals'
import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useSubmit } from '@podmoga/web/submit/use-submit'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useScope } from '../../lib/scope.tsx'
import { useProfile } from '../modal.layout.tsx'
import { type AddressKind, type CodeSent, isOwn, sendCode } from '../profile.api.ts'
import { PROFILE } from '../profile.texts.ts'
import { showFailure } from '../show-failure.ts'
import { useModal } from '../use-modal.ts'
import { type CodeFlow, readFlow, shouldSend, writeFlow } from './code-flow.ts'

// The requests on their way, by address: the step that is opened again meanwhile awaits the same answer.
const asking = new Map<string, Promise<CodeSent>>()

const ask = (address: string, send: () => Promise<CodeSent>): Promise<CodeSent> => {
  const running = asking.get(address)
  if (running !== undefined) return running
  const asked = send().finally(() => asking.delete(address))
  asking.set(address, asked)
  return asked
}

/** The step opened last: several that await one answer tell its failure once. */
let newest: unknown = null

/**
 * The code for one address: requested on arrival, once; then again on a press after the countdown. Without an address the modal
 * closes; an address that is taken, refused or already verified leads back to the step it came from.
 */
export function useCode(kind: AddressKind) {
  const scope = useScope()
  const modal = useModal()
  const profile = useProfile()
  const { key } = useLocation()
  const [me] = useState(() => ({}))
  useEffect(() => {
    newest = me
  }, [me])
  const { run, isPending, problem, clearProblem } = useSubmit({
    toast: (error, about) => {
      if (newest === me) showFailure(error, about)
    },
  })
  const [flow, setFlow] = useState(() => readFlow(kind, scope.person))
  const left = useCountdown(flow?.deadline ?? null)

  const keep = (part: Partial<CodeFlow>) => {
    const now = readFlow(kind, scope.person)
    // The user has closed the modal meanwhile, or typed another address.
    if (now === null || now.address !== flow?.address) return
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
    const result: { sent?: CodeSent; wrong?: string | undefined } = {}
    const work = async () => {
      result.sent = await ask(address, () => sendCode(scope, kind, address))
      return result.sent
    }
    const onRefused = (error: unknown) => {
      if (error instanceof Refusal) result.wrong = error.fields[kind]
    }
    const isSent = (await run(work, { onRefused })) !== null
    const { sent, wrong } = result
    if (!isSent && sent?.is_taken === true)
      return kind === 'phone' ? modal.close() : refuseAddress(sent.error ?? PROFILE.failure)
    if (wrong !== undefined) return refuseAddress(wrong)
    // Without a delay, a code for an address verified already would be refused again. The profile does not say so of a phone.
    if (!isSent && sent?.wait === 0 && kind === 'email' && isOwn(profile, kind, address))
      return refuseAddress(sent.error ?? PROFILE.failure)
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
