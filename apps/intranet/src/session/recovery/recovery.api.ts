import * as calls from '@podmoga/contract/profile'
import { ask } from '@podmoga/web/session/ask'

/** Sends a code to whoever signs in so; the answer is the same for everybody. */
export const sendRecoveryCode = (login: string) => ask(calls.sendRecoveryCode, { body: { login } })

export const recoverPassword = (body: { login: string; code: string; new_password: string }) =>
  ask(calls.recoverPassword, { body })

/** What the link of a notice takes back. */
export const readRevert = (token: string) => ask(calls.readRevert, { body: { token } })

export const revertChange = (token: string) => ask(calls.revertChange, { body: { token } })
