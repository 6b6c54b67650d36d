import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { announce } from '@podmoga/ui/live-region/live-region'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { usePlace } from '../../lib/place.tsx'
import { type AddressKind, sendCode } from '../profile.api.ts'
import { PROFILE } from '../profile.texts.ts'
import { useChange } from '../use-change.ts'
import { useModal } from '../use-modal.ts'
import { type CodeFlow, readFlow, shouldSend, writeFlow } from './code-flow.ts'

// A second arrival at the same entry, while its code is being asked for, must not ask again.
const asking = new Set<string>()

/**
 * The code for one address: asked for on arrival, once; then again when the countdown is over and the person presses.
 * Without an address the modal closes; a refused address leads back to where it came from.
 */
export function useCode(kind: AddressKind) {
  const place = usePlace()
  const modal = useModal()
  const { key } = useLocation()
  const { run, isPending, problem, clearProblem } = useChange()
  const [flow, setFlow] = useState(() => readFlow(kind, place.person))
  const left = useCountdown(flow?.deadline ?? null)

  const keep = (part: Partial<CodeFlow>) => {
    const now = readFlow(kind, place.person)
    // Gone when the person has closed the modal meanwhile.
    if (now === null) return
    writeFlow(kind, { ...now, ...part })
    setFlow({ ...now, ...part })
  }

  const refuseAddress = (text: string) => {
    keep({ entry: null, deadline: 0, problem: text })
    if (readFlow(kind, place.person)?.is_typed) modal.back()
    else modal.replace(`${kind}/edit`)
  }

  const send = async () => {
    const address = flow?.address ?? ''
    if (asking.has(address)) return
    asking.add(address)
    let wait = 0
    let isTaken = false
    const outcome = await run(async () => {
      const sent = await sendCode(place, kind, address)
      wait = sent.wait
      isTaken = sent.is_taken
      return sent
    })
    asking.delete(address)
    if (outcome.is === 'refused' && isTaken) {
      if (kind === 'phone') return modal.close()
      return refuseAddress(outcome.error ?? PROFILE.failure)
    }
    const wrong = outcome.is === 'failed' ? outcome.fields[kind] : undefined
    if (wrong !== undefined) return refuseAddress(wrong)
    const isSent = outcome.is === 'done'
    keep({ entry: key, deadline: Date.now() + wait, ...(isSent && { is_sent: true }) })
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
