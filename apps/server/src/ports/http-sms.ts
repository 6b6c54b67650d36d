import { type Sms, SmsError } from './sms.ts'

/** The gateway's URL and credentials: login and password are sent as Basic, a password alone as Bearer. */
export interface HttpGateway {
  url: string
  login?: string | undefined
  password?: string | undefined
  from: string
}

const authorization = ({ login, password }: HttpGateway): Record<string, string> => {
  if (password === undefined) return {}
  if (login === undefined) return { authorization: `Bearer ${password}` }
  return { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` }
}

const refuses = (answer: unknown): boolean =>
  typeof answer !== 'object' ||
  answer === null ||
  ('ok' in answer && answer.ok === false) ||
  ('error' in answer && Boolean(answer.error))

/**
 * Any gateway that accepts `POST {"id", "to", "from", "text"}` as JSON. The message is accepted if the response is 2xx with an
 * empty body, or with a JSON object that has neither `"ok": false` nor an `"error"`.
 */
export const httpSms = (gateway: HttpGateway): Sms => ({
  send: async ({ id, to, text }, signal) => {
    const answer = await fetch(gateway.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authorization(gateway) },
      body: JSON.stringify({ id, to, from: gateway.from, text }),
      redirect: 'error',
      ...(signal === undefined ? {} : { signal }),
    })
    const body = await answer.text()
    if (!answer.ok) throw new SmsError(`HTTP_${answer.status}`)
    if (body.trim() === '') return
    let parsed: unknown
    try {
      parsed = JSON.parse(body)
    } catch (cause) {
      throw new SmsError('NOT_JSON', cause)
    }
    if (refuses(parsed)) throw new SmsError('REFUSED')
  },
})
