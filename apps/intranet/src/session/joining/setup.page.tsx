import { Setup } from '@podmoga/contract/business'
import { TextField } from '@podmoga/ui/field/text-field'
import { RadioTiles } from '@podmoga/ui/radio-tiles/radio-tiles'
import { useForm } from '@podmoga/web/use-form'
import { useState } from 'react'
import { FormCard } from '../form-card.tsx'
import { makeAttempts } from '../lost-answer.ts'
import { LinkCard } from '../recovery/link-card.tsx'
import { LoginField } from '../sign-in/login-field.tsx'
import { useLink } from '../sign-in/use-link.ts'
import { lookAtSetup, setUp } from '../sign-in/ways-in.api.ts'
import { SETUP } from '../sign-in/ways-in.texts.ts'
import { useSubmit } from '../use-submit.ts'
import { NameFields } from './name-fields.tsx'
import { PasswordChoice } from './password-choice.tsx'

const FORM = Setup.omit({ key: true })
const START = {
  business_name: '',
  network: '',
  restaurant_name: '',
  first_name: '',
  last_name: '',
  login: '',
  password: '',
  knowledge: 'starter',
}
const KNOWLEDGE = [
  { key: 'starter', name: SETUP.starter },
  { key: 'empty', name: SETUP.empty },
] as const

function SetupForm() {
  const { form, values, bind, set, submit, say } = useForm(FORM, START)
  const sending = useSubmit({ leaves: true, onFields: say })
  const [attempt] = useState(makeAttempts)
  const make = async (business: Parameters<typeof setUp>[0]) => {
    await attempt(() => setUp(business), business)
    location.assign('/desk/admin/')
  }
  return (
    <FormCard
      ref={form}
      title={SETUP.title}
      hints={[SETUP.hint]}
      of={sending}
      submit={SETUP.submit}
      onSubmit={(event) => submit(event, (business) => sending.run(() => make(business)))}
    >
      <TextField
        {...bind('business_name')}
        label={SETUP.business_name}
        autoComplete="organization"
        required
      />
      <TextField
        {...bind('network')}
        label={SETUP.network}
        hint={SETUP.network_hint}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextField {...bind('restaurant_name')} label={SETUP.restaurant} autoComplete="off" required />
      <NameFields bind={bind} />
      <LoginField {...bind('login')} hint={SETUP.login_hint} />
      <PasswordChoice {...bind('password')} label={SETUP.password} />
      <RadioTiles
        label={SETUP.knowledge}
        options={KNOWLEDGE}
        value={values.knowledge === 'empty' ? 'empty' : 'starter'}
        onChange={(knowledge) => set({ knowledge })}
      />
    </FormCard>
  )
}

/** Sets up an empty installation: its business, first restaurant and owner. */
export function SetupPage() {
  const { link, again } = useLink(lookAtSetup)
  return (
    <LinkCard link={link} onAgain={again} texts={SETUP}>
      {() => <SetupForm />}
    </LinkCard>
  )
}
