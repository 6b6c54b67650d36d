import { CodeStep } from '../code/code.step.tsx'

/** The code that came by mail. */
export function EmailConfirm() {
  return <CodeStep kind="email" />
}
