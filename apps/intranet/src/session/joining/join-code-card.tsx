import { confirmJoin as confirmCall } from '@podmoga/contract/joining'
import type { OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import { useForm } from '@podmoga/web/use-form'
import { useEffect, useRef, useState } from 'react'
import { FormCard } from '../form-card.tsx'
import { FormWay } from '../sign-in/form-way.tsx'
import { JOIN } from '../sign-in/ways-in.texts.ts'
import { useSubmit } from '../use-submit.ts'
import { CodeFields } from './code-fields.tsx'
import { confirmJoin, sendJoinCode } from './joining.api.ts'

const FORM = confirmCall.body.omit({ token: true })

interface JoinCodeCardProps {
  phone: string
  /** Seconds until another code may be requested. */
  delay: number
  onConfirmed: () => void
  onAnew: () => void
}

/** The newcomer confirms their phone number. */
export function JoinCodeCard({ phone, delay, onConfirmed, onAnew }: JoinCodeCardProps) {
  const input = useRef<OtpInputHandle>(null)
  const { form, values, set, errorOf, submit } = useForm(FORM, { code: '' })
  const { problem, pending, run } = useSubmit()
  const [deadline, setDeadline] = useState(() => Date.now() + delay * 1000)
  useEffect(() => input.current?.focusAndSelect(), [])

  const confirm = async (code: string) => {
    const work = async () => {
      const { ok, message } = await confirmJoin(code)
      if (ok) onConfirmed()
      return { ok, error: message }
    }
    await run(work, { name: 'confirm' })
    input.current?.focusAndSelect()
  }
  const send = async () => {
    const work = async () => {
      const answer = await sendJoinCode()
      setDeadline(Date.now() + answer.delay_until_next_otp * 1000)
      return answer
    }
    await run(work, { name: 'send' })
    input.current?.focusAndSelect()
  }
  return (
    <FormCard
      ref={form}
      title={JOIN.code_title}
      hints={[JOIN.code_sent(phone)]}
      of={{ problem, isPending: pending === 'confirm' }}
      submit={JOIN.confirm}
      onSubmit={(event) => submit(event, ({ code }) => confirm(code))}
      ways={<FormWay onPress={onAnew}>{JOIN.anew}</FormWay>}
    >
      <CodeFields
        ref={input}
        label={JOIN.code}
        value={values.code}
        error={errorOf('code')}
        onChange={(code) => set({ code })}
        onComplete={(code) => void confirm(code)}
        deadline={deadline}
        isSending={pending === 'send'}
        onResend={() => void send()}
      />
    </FormCard>
  )
}
