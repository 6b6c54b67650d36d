import { ButtonLink } from '@podmoga/ui/button/button'
import { config } from '@podmoga/web/config'
import { useEffect, useRef, useState } from 'react'
import { Frame } from '../frame.tsx'
import { signInPath } from '../paths.ts'
import styles from '../session.module.css'
import { RecoverCodeCard } from './recover-code-card.tsx'
import { RecoverLoginCard } from './recover-login-card.tsx'
import { RECOVERY } from './recovery.texts.ts'

type View = { at: 'login' } | { at: 'code'; deadline: number } | { at: 'done' }

/** «Забыли пароль?»: a code sent to the login's address, then a new password. */
export function RecoverPage() {
  const [login, setLogin] = useState('')
  const [view, setView] = useState<View>({ at: 'login' })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${RECOVERY.title} · ${config.brand}`
  }, [])
  useEffect(() => {
    if (view.at === 'done') heading.current?.focus()
  }, [view.at])
  return (
    <Frame>
      {view.at === 'login' && (
        <RecoverLoginCard
          login={login}
          onSent={(typed, deadline) => {
            setLogin(typed)
            setView({ at: 'code', deadline })
          }}
        />
      )}
      {view.at === 'code' && (
        <RecoverCodeCard
          login={login}
          deadline={view.deadline}
          onSent={(deadline) => setView({ at: 'code', deadline })}
          onBack={() => setView({ at: 'login' })}
          onDone={() => setView({ at: 'done' })}
        />
      )}
      {view.at === 'done' && (
        <div className={styles.card}>
          <h1 ref={heading} tabIndex={-1}>
            {RECOVERY.done}
          </h1>
          <p className="t-muted">{RECOVERY.done_hint}</p>
          <ButtonLink wide href={signInPath()}>
            {RECOVERY.enter}
          </ButtonLink>
        </div>
      )}
    </Frame>
  )
}
