import { type Sms, SmsError } from './sms.ts'

/** An Eskiz.uz account. */
export interface EskizAccount {
  /** Without the path of a call. */
  url: string
  email: string
  password: string
  from: string
}

const DAY_MS = 24 * 3600 * 1000
/** A token lives for 30 days and can be refreshed until it expires. */
const REFRESH_AFTER_MS = 25 * DAY_MS
const FORGET_AFTER_MS = 29 * DAY_MS

interface Held {
  token: string
  since: number
}

interface Answered {
  status: number
  body: Record<string, unknown>
}

const tokenIn = ({ body }: Answered): string | null => {
  const { data } = body
  if (typeof data !== 'object' || data === null || !('token' in data)) return null
  return typeof data.token === 'string' && data.token !== '' ? data.token : null
}

/**
 * The Eskiz.uz gateway: signs in once, keeps the token, refreshes it before it expires, and signs in again if it is rejected. A
 * message is accepted when the gateway returns an id for it.
 */
export const eskizSms = (account: EskizAccount): Sms => {
  const base = account.url.replace(/\/$/, '')
  let held: Held | null = null
  let entering: Promise<string> | null = null

  const call = async (
    method: 'POST' | 'PATCH',
    path: string,
    fields: Record<string, string>,
    token: string | null,
    signal: AbortSignal | undefined,
  ): Promise<Answered> => {
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.set(name, value)
    const answer = await fetch(base + path, {
      method,
      redirect: 'error',
      ...(method === 'POST' ? { body: form } : {}),
      ...(token === null ? {} : { headers: { authorization: `Bearer ${token}` } }),
      ...(signal === undefined ? {} : { signal }),
    })
    const text = await answer.text()
    try {
      const body: unknown = JSON.parse(text)
      return { status: answer.status, body: typeof body === 'object' && body !== null ? { ...body } : {} }
    } catch (cause) {
      throw new SmsError(answer.ok ? 'NOT_JSON' : `HTTP_${answer.status}`, cause)
    }
  }

  const enter = async (signal: AbortSignal | undefined): Promise<string> => {
    const { email, password } = account
    const answer = await call('POST', '/api/auth/login', { email, password }, null, signal)
    const token = tokenIn(answer)
    if (answer.status !== 200 || token === null) throw new SmsError(`LOGIN_${answer.status}`)
    held = { token, since: performance.now() }
    return token
  }

  const refresh = async (old: Held, signal: AbortSignal | undefined): Promise<string> => {
    const answer = await call('PATCH', '/api/auth/refresh', {}, old.token, signal)
    if (answer.status !== 200) return enter(signal)
    const token = tokenIn(answer) ?? old.token
    held = { token, since: performance.now() }
    return token
  }

  const tokenFor = async (signal: AbortSignal | undefined): Promise<string> => {
    const age = held === null ? Number.POSITIVE_INFINITY : performance.now() - held.since
    if (held !== null && age < REFRESH_AFTER_MS) return held.token
    const old = held
    // Concurrent messages share one sign-in.
    entering ??= (old !== null && age < FORGET_AFTER_MS ? refresh(old, signal) : enter(signal)).finally(
      () => {
        entering = null
      },
    )
    return entering
  }

  return {
    send: async ({ to, text }, signal) => {
      const fields = { mobile_phone: to.replace(/^\+/, ''), message: text, from: account.from }
      const sendWith = (token: string) => call('POST', '/api/message/sms/send', fields, token, signal)
      const token = await tokenFor(signal)
      let answer = await sendWith(token)
      if (answer.status === 401) {
        if (held?.token === token) held = null
        answer = await sendWith(await tokenFor(signal))
      }
      if (answer.status !== 200) throw new SmsError(`HTTP_${answer.status}`)
      if (answer.body.id === undefined || answer.body.status === 'error') throw new SmsError('REFUSED')
    },
  }
}
