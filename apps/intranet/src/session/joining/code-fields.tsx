import { useCountdown } from '@podmoga/ui/lib/use-countdown'
import { OtpInput, type OtpInputHandle } from '@podmoga/ui/otp-input/otp-input'
import type { Ref } from 'react'
import { Resend } from '../recovery/resend.tsx'

interface CodeFieldsProps {
  ref: Ref<OtpInputHandle>
  label: string
  value: string
  error: string | undefined
  onChange: (code: string) => void
  /** Called once each time the code becomes complete. */
  onComplete?: (code: string) => void
  /** When another code may be requested, in epoch milliseconds. */
  deadline: number
  isSending: boolean
  onResend: () => void
}

/** The code field and the button that requests another code. */
export function CodeFields({ deadline, isSending, onResend, ...code }: CodeFieldsProps) {
  const left = useCountdown(deadline)
  return (
    <>
      <OtpInput {...code} />
      <Resend left={left} isPending={isSending} onResend={onResend} />
    </>
  )
}
