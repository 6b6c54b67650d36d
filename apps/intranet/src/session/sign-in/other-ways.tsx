import { Button } from '@podmoga/ui/button/button'
import { FieldError } from '@podmoga/ui/field/field'
import { TextField } from '@podmoga/ui/field/text-field'
import { explain } from '@podmoga/web/explain'
import { Building2 } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { keepNetwork, keepWanted, keptNetwork } from '../kept-network.ts'
import type { Memberships } from '../return-to.ts'
import styles from '../session.module.css'
import { wantedPath } from './forward.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { beginProvider, findProviders } from './providers.api.ts'
import { PROVIDERS } from './providers.texts.ts'

interface Found {
  providers: readonly { id: string; name: string }[]
  asks_network: boolean
}

/** Sign-in without a password: a passkey, and the company's own providers; if the company is unknown, a field to name it. */
export function OtherWays({ onEntered }: { onEntered: (memberships: Memberships) => void }) {
  const [found, setFound] = useState<Found | null>(null)
  const [isAsking, setAsking] = useState(false)
  const [network, setNetwork] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [pending, setPending] = useState<string | null>(null)

  useEffect(() => {
    // If the call fails or does not exist, only password sign-in is offered.
    findProviders(keptNetwork()).then(setFound, () => undefined)
  }, [])

  const go = async (id: string) => {
    setProblem(null)
    setPending(id)
    try {
      const { url } = await beginProvider(id)
      keepWanted(wantedPath())
      location.assign(url)
    } catch (error) {
      setPending(null)
      setProblem(explain(error) ?? PROVIDERS.failed)
    }
  }
  const look = async (event: FormEvent) => {
    event.preventDefault()
    setProblem(null)
    const named = network.trim().toLowerCase()
    if (named === '') return
    try {
      const answer = await findProviders(named)
      if (answer.providers.length === 0) return setProblem(PROVIDERS.none)
      keepNetwork(named)
      setFound(answer)
      setAsking(false)
    } catch (error) {
      setProblem(explain(error) ?? PROVIDERS.failed)
    }
  }
  const { providers, asks_network } = found ?? { providers: [], asks_network: false }
  return (
    <section className={styles.providers} aria-label={PROVIDERS.other}>
      <PasskeyButton onEntered={onEntered} />
      {providers.map(({ id, name }) => (
        <Button
          key={id}
          variant="secondary"
          wide
          icon={<Building2 size={20} aria-hidden />}
          isPending={pending === id}
          onClick={() => void go(id)}
        >
          {PROVIDERS.by(name)}
        </Button>
      ))}
      {providers.length === 0 && asks_network && !isAsking && (
        <Button variant="ghost" wide onClick={() => setAsking(true)}>
          {PROVIDERS.company}
        </Button>
      )}
      {isAsking && (
        <form noValidate onSubmit={(event) => void look(event)}>
          <TextField
            label={PROVIDERS.network}
            hint={PROVIDERS.network_hint}
            value={network}
            autoFocus
            autoComplete="organization"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => setNetwork(event.target.value)}
          />
          <Button type="submit" variant="secondary" wide>
            {PROVIDERS.find}
          </Button>
        </form>
      )}
      {problem !== null && (
        <div role="alert">
          <FieldError>{problem}</FieldError>
        </div>
      )}
    </section>
  )
}
