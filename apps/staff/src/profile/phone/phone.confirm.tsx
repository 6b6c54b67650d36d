import { CodeStep } from '../code/code.step.tsx'
import { formatPhone } from './phone-number.ts'

/** The code sent by SMS. */
export function PhoneConfirm() {
  return <CodeStep kind="phone" showAddress={formatPhone} />
}
