import { Code } from '@podmoga/contract/fields'
import { Button } from '@podmoga/ui/button/button'
import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { FormCard } from './form-card.tsx'
import { confirmJoin, sendJoinCode } from './joining.api.ts'
import { Resend } from './resend.tsx'
import { useCalls } from './use-calls.ts'
import { JOIN } from './ways-in.texts.ts'

interface JoinCodeCardProps {
  phone: string
  /** Seconds until another code may be asked for. */
  delay: number
  onConfirmed: () => void
  onAnew: () => void
}

/** The newcomer proves that the phone is theirs. */
export function JoinCodeCard({ phone, delay, onConfirmed, onAnew }: JoinCodeCardProps) {
  const input = useRef<OtpInputHandle>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { problem, running, run } = useCalls<'confirm' | 'send'>()
  const [deadline, setDeadline] = useState(() => Date.now() + delay * 1000)
  const left = useCountdown(deadline)
  useEffect(() => input.current?.focusAndSelect(), [])

  const runHere: typeof run = async (what, work) => {
    await run(what, work)
    input.current?.focusAndSelect()
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = Code.safeParse(code).error?.issues[0]?.message
    setError(wrong)
    if (wrong !== undefined) return input.current?.focusAndSelect()
    void runHere('confirm', async () => {
      const { ok, message } = await confirmJoin(code)
      if (ok) onConfirmed()
      return message
    })
  }
  const send = () =>
    runHere('send', async () => {
      const answer = await sendJoinCode()
      setDeadline(Date.now() + answer.delay_until_next_otp * 1000)
      return answer.error
    })
  return (
    <FormCard
      title={JOIN.code_title}
      hints={[JOIN.code_sent(phone)]}
      problem={problem}
      submit={JOIN.confirm}
      isPending={running === 'confirm'}
      onSubmit={submit}
      ways={
        <Button variant="ghost" wide onClick={onAnew}>
          {JOIN.anew}
        </Button>
      }
    >
      <OtpInput
        ref={input}
        label={JOIN.code}
        value={code}
        onChange={(digits) => {
          setCode(digits)
          setError(undefined)
        }}
        error={error}
      />
      <Resend left={left} isPending={running === 'send'} onResend={() => void send()} />
    </FormCard>
  )
}
