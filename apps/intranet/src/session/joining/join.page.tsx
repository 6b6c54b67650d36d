import { finishJoining as finishCall, Newcomer } from '@podmoga/contract/joining'
import { Refusal } from '@podmoga/contract/refusals'
import { Button, ButtonLink } from '@podmoga/ui/button/button'
import { TextField } from '@podmoga/ui/field/text-field'
import { announce } from '@podmoga/ui/live-region/live-region'
import { Spinner } from '@podmoga/ui/spinner/spinner'
import { firstDay } from '@podmoga/web/first-day'
import { useForm } from '@podmoga/web/use-form'
import { useEffect, useState } from 'react'
import { FormCard } from '../form-card.tsx'
import { makeAttempts } from '../lost-answer.ts'
import { signInPath } from '../paths.ts'
import { LinkCard } from '../recovery/link-card.tsx'
import { onlyWayIn } from '../return-to.ts'
import styles from '../session.module.css'
import { useLink } from '../sign-in/use-link.ts'
import { INVITE, JOIN } from '../sign-in/ways-in.texts.ts'
import { useSubmit } from '../use-submit.ts'
import { JoinCodeCard } from './join-code-card.tsx'
import {
  askToJoin,
  findJoining,
  finishJoining,
  forgetJoining,
  type Joining,
  lookAtJoining,
} from './joining.api.ts'
import { NameFields } from './name-fields.tsx'
import { PasswordChoice } from './password-choice.tsx'

const ASK_MS = 4000
const NEWCOMER = Newcomer.omit({ key: true })
const PASSWORD = finishCall.body.omit({ token: true })

function NewcomerForm({ at, onAsked }: { at: Joining; onAsked: (joining: Joining) => void }) {
  const start = { first_name: '', last_name: '', phone: '' }
  const { form, bind, submit, say } = useForm(NEWCOMER, start)
  const sending = useSubmit({ leaves: true, onFields: say })
  return (
    <FormCard
      ref={form}
      title={JOIN.calls(at.business)}
      hints={[JOIN.where(at.restaurant)]}
      of={sending}
      submit={JOIN.ask}
      onSubmit={(event) =>
        submit(event, (newcomer) => sending.run(async () => onAsked(await askToJoin(newcomer))))
      }
    >
      <NameFields bind={bind} />
      <TextField
        {...bind('phone')}
        label={JOIN.phone}
        hint={JOIN.phone_hint}
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        required
      />
    </FormCard>
  )
}

function PasswordForm({ restaurant, phone }: { restaurant: string; phone: string }) {
  const { form, bind, submit, say } = useForm(PASSWORD, { password: '' })
  const sending = useSubmit({ leaves: true, onFields: say })
  const [attempt] = useState(makeAttempts)
  const enter = async (password: string) => {
    const memberships = await attempt(() => finishJoining(password), { login: phone, password })
    firstDay.begin()
    location.assign(onlyWayIn(memberships) ?? '/intranet/')
  }
  return (
    <FormCard
      ref={form}
      title={JOIN.admitted_title}
      hints={[JOIN.admitted(restaurant), INVITE.login(phone)]}
      of={sending}
      submit={INVITE.submit}
      onSubmit={(event) => submit(event, ({ password }) => sending.run(() => enter(password)))}
    >
      <PasswordChoice {...bind('password')} login={phone} />
    </FormCard>
  )
}

/** Polls the state of the request while the page is visible; announces a change once. */
const useNews = (joining: Joining, onNews: (joining: Joining) => void, onGone: () => void): void => {
  const isWaiting = joining.state === 'waiting'
  useEffect(() => {
    if (!isWaiting) return
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      try {
        const news = await lookAtJoining()
        if (news.state === 'waiting') return
        announce(news.state === 'admitted' ? JOIN.admitted_title : JOIN.refused_title)
        onNews(news)
      } catch (error) {
        // Offline, the next poll retries.
        if (error instanceof Refusal && error.code === 'not_found') onGone()
      }
    }
    const timer = setInterval(() => void ask(), ASK_MS)
    return () => clearInterval(timer)
  }, [isWaiting, onNews, onGone])
}

function JoinLayout({ start, onAgain }: { start: Joining; onAgain: () => void }) {
  const [joining, setJoining] = useState(start)
  useNews(joining, setJoining, onAgain)
  const anew = () => {
    forgetJoining()
    onAgain()
  }
  if (joining.state === 'poster') return <NewcomerForm at={joining} onAsked={setJoining} />
  const { restaurant, phone, has_password, delay_until_next_otp } = joining
  switch (joining.state) {
    case 'code':
      return (
        <JoinCodeCard
          phone={phone}
          delay={delay_until_next_otp}
          onConfirmed={() => void lookAtJoining().then(setJoining, onAgain)}
          onAnew={anew}
        />
      )
    case 'waiting':
      return (
        <div className={styles.card}>
          <h1>{JOIN.waiting_title}</h1>
          <p>{JOIN.waiting(restaurant)}</p>
          <Spinner size="l" />
          <p className="t-small t-muted">{JOIN.waiting_hint}</p>
        </div>
      )
    case 'admitted':
      return has_password ? (
        <div className={styles.card}>
          <h1>{JOIN.admitted_title}</h1>
          <p>{JOIN.admitted(restaurant)}</p>
          <p className="t-muted">{JOIN.sign_in}</p>
          <ButtonLink wide href={signInPath()}>
            {INVITE.to_sign_in}
          </ButtonLink>
        </div>
      ) : (
        <PasswordForm restaurant={restaurant} phone={phone} />
      )
    case 'refused':
      return (
        <div className={styles.card}>
          <h1>{JOIN.refused_title}</h1>
          <p className="t-muted">{JOIN.refused}</p>
          <Button variant="secondary" wide onClick={anew}>
            {JOIN.ask}
          </Button>
        </div>
      )
  }
}

/** The page of a restaurant's poster: a newcomer asks for access, waits, and enters. */
export function JoinPage() {
  const { link, again } = useLink(findJoining)
  return (
    <LinkCard link={link} onAgain={again} texts={JOIN}>
      {(joining) => <JoinLayout start={joining} onAgain={again} />}
    </LinkCard>
  )
}
