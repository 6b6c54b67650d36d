import * as calls from '@podmoga/contract/profile'
import { ask } from '@podmoga/web/session/ask'

/** Sends a code to this login; the answer is the same whether or not the login exists. */
export const sendRecoveryCode = (login: string) => ask(calls.sendRecoveryCode, { body: { login } })

export const recoverPassword = (body: { login: string; code: string; new_password: string }) =>
  ask(calls.recoverPassword, { body })

/** Reads the change that the link in a notification can revert. */
export const readRevert = (token: string) => ask(calls.readRevert, { body: { token } })

export const revertChange = (token: string) => ask(calls.revertChange, { body: { token } })
