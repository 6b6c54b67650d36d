import * as calls from '@podmoga/contract/passkeys'
import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { explain } from '@podmoga/web/explain'
import { ask } from '@podmoga/web/session/ask'
import { askPasskey, knowsPasskeys } from '@podmoga/web/session/passkey'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import type { Memberships } from '../return-to.ts'
import { SESSION } from '../session.texts.ts'

/** Signs in with a passkey of this device; null if the user cancelled. */
const enterByPasskey = async (): Promise<Memberships | null> => {
  const { options } = await ask(calls.beginPasskeySignIn, {})
  const passkey = await askPasskey(options)
  return passkey === null ? null : ask(calls.signInByPasskey, { body: { passkey } })
}

interface PasskeyButtonProps {
  onEntered: (memberships: Memberships) => void
  /** The passkey is the first way offered here, not an additional one. */
  isFirst?: boolean
}

/** Sign-in with a passkey: replaces both the password and the second step. */
export function PasskeyButton({ onEntered, isFirst = false }: PasskeyButtonProps) {
  const [isPending, setPending] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const go = async () => {
    setPending(true)
    setProblem(null)
    try {
      const memberships = await enterByPasskey()
      if (memberships !== null) return onEntered(memberships)
      setProblem(SESSION.no_passkey)
    } catch (error) {
      setProblem(explain(error) ?? SESSION.enter_failed)
    }
    setPending(false)
  }
  if (!knowsPasskeys()) return null
  return (
    <>
      <Button
        variant={isFirst ? 'primary' : 'secondary'}
        wide
        icon={<Fingerprint size={20} aria-hidden />}
        isPending={isPending}
        onClick={() => void go()}
      >
        {SESSION.by_passkey}
      </Button>
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </>
  )
}
