// @vitest-environment happy-dom
import { Outlet, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeScreen, openScreen } from '../../lib/screen.testing.tsx'
import { EmailEdit } from '../email/email.edit.tsx'
import { PhoneConfirm } from '../phone/phone.confirm.tsx'
import { PROFILE } from '../profile.texts.ts'
import { EmailConfirm } from './code.step.tsx'
import { clearFlows, startFlow } from './code-flow.ts'

const EDIT = '/1/profile/email/edit'
const CONFIRM = '/1/profile/email/confirm'

beforeEach(clearFlows)
afterEach(closeScreen)

/** The step of the code above the field, for a profile with a verified address; requests for a code wait to be answered. */
const openSteps = (address: string) => {
  const asked: ((sent: unknown) => void)[] = []
  const profile = { id: '1', email: 'aziza@demo.test', is_email_verified: true }
  const screen = openScreen(
    { sendEmailUpdateCode: () => new Promise((resolve) => asked.push(resolve)) },
    <Routes>
      <Route element={<Outlet context={profile} />}>
        <Route path={EDIT} element={<EmailEdit />} />
        <Route path={CONFIRM} element={<EmailConfirm />} />
      </Route>
    </Routes>,
    EDIT,
  )
  const send = async () => {
    startFlow('email', { person: screen.scope.person, address, is_typed: true })
    screen.go(CONFIRM)
    await expect.poll(screen.text).toContain(PROFILE.code_sending)
  }
  return { ...screen, asked, send, isAtEdit: () => expect.poll(screen.path).toBe(EDIT) }
}

/** Pressed, left while it was being sent, and pressed again. */
const sendTwice = async (address: string) => {
  const steps = openSteps(address)
  await expect.poll(steps.text).toContain(PROFILE.new_email)
  await steps.send()
  steps.go(-1)
  await steps.isAtEdit()
  await steps.send()
  expect(steps.asked).toHaveLength(1)
  return steps
}

test('a code that is still being sent is awaited by the step that asks for it again', async () => {
  const { asked, text } = await sendTwice('slow@demo.test')
  asked[0]?.({ ok: true, error: null, delay_until_next_otp: 60, email_exists: false })
  await expect.poll(text).toContain(PROFILE.code_sent)
  expect(text()).toContain(PROFILE.resend_in(60))
})

test('its refusal leads that step back to the field', async () => {
  const { asked, isAtEdit, text } = await sendTwice('taken@demo.test')
  asked[0]?.({ ok: false, error: 'Почта занята.', delay_until_next_otp: 0, email_exists: true })
  await isAtEdit()
  await expect.poll(text).toContain('Почта занята.')
  await expect.poll(() => document.querySelectorAll('[role="alertdialog"]').length).toBe(1)
})

test('an answer for an address that was replaced meanwhile says nothing about the new one', async () => {
  const { asked, send, go, isAtEdit, text, scope } = openSteps('new@demo.test')
  await expect.poll(text).toContain(PROFILE.new_email)
  await send()
  go(-1)
  await isAtEdit()
  startFlow('email', { person: scope.person, address: 'other@demo.test', is_typed: true })
  go(CONFIRM)
  await expect.poll(() => asked.length).toBe(2)
  asked[0]?.({ ok: true, error: null, delay_until_next_otp: 60, email_exists: false })
  asked[1]?.({ ok: false, error: 'Письмо не отправить.', delay_until_next_otp: 0, email_exists: false })
  await expect.poll(text).toContain(`${PROFILE.code_not_sent} other@demo.test`)
})

test('an address that is already verified, however typed, leads back to the field', async () => {
  const { asked, send, isAtEdit, text } = openSteps('Aziza@Demo.TEST')
  await expect.poll(text).toContain(PROFILE.new_email)
  await send()
  asked[0]?.({
    ok: false,
    error: 'Эта почта уже подтверждена.',
    delay_until_next_otp: 0,
    email_exists: false,
  })
  await isAtEdit()
  await expect.poll(text).toContain('Эта почта уже подтверждена.')
})

test('the own phone stays at its code when no SMS goes: whether it is confirmed is not known', async () => {
  const phone = '+998901234567'
  const screen = openScreen(
    { sendPhoneUpdateCode: () => ({ ok: false, error: 'SMS не отправить.', delay_until_next_otp: 0 }) },
    <Routes>
      <Route path="/1/profile" element="Профиль" />
      <Route element={<Outlet context={{ id: '1', phone }} />}>
        <Route path="/1/profile/phone/confirm" element={<PhoneConfirm />} />
      </Route>
    </Routes>,
    '/1/profile',
  )
  await expect.poll(screen.text).toContain('Профиль')
  startFlow('phone', { person: screen.scope.person, address: phone, is_typed: true })
  screen.go('/1/profile/phone/confirm')
  await expect.poll(screen.text).toContain('SMS не отправить.')
  expect(screen.path()).toBe('/1/profile/phone/confirm')
})
