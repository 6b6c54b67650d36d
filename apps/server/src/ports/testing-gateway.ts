import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request received by the gateway. */
export interface Asked {
  method: string
  path: string
  authorization: string | undefined
  body: Record<string, string>
}

/** The gateway's response; `hang` never responds. */
export type GatewayAnswer = { status: number; body: string } | 'hang'

const bodyOf = async (request: IncomingMessage): Promise<Record<string, string>> => {
  const type = request.headers['content-type'] ?? ''
  const raw = await text(request)
  if (type.includes('json')) return JSON.parse(raw) as Record<string, string>
  if (!type.includes('multipart')) return {}
  const form = await new Request('http://x', {
    method: 'POST',
    headers: { 'content-type': type },
    body: raw,
  }).formData()
  return Object.fromEntries([...form].map(([name, value]) => [name, String(value)]))
}

/** A local HTTP server that acts as an SMS gateway. */
export const startGateway = async (answer: (asked: Asked) => GatewayAnswer) => {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one: Asked = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: await bodyOf(request),
    }
    asked.push(one)
    const given = answer(one)
    if (given === 'hang') return
    response.writeHead(given.status, { 'content-type': 'application/json' }).end(given.body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A fake Eskiz.uz that follows its manual: sign-in returns a token, an accepted message gets an id and the status "waiting". */
export const startEskiz = async (account: { email: string; password: string }) => {
  let issued = 0
  const live = new Set<string>()
  const give = (): GatewayAnswer => {
    issued += 1
    live.add(`token-${issued}`)
    const data = { token: `token-${issued}` }
    return { status: 200, body: JSON.stringify({ message: 'token_generated', data, token_type: 'bearer' }) }
  }
  const expired: GatewayAnswer = {
    status: 401,
    body: JSON.stringify({ status: 'token-invalid', message: 'Expired' }),
  }
  const gateway = await startGateway(({ method, path, authorization, body }) => {
    const token = authorization?.replace('Bearer ', '') ?? ''
    if (method === 'POST' && path === '/api/auth/login')
      return body.email === account.email && body.password === account.password
        ? give()
        : { status: 401, body: JSON.stringify({ message: 'Invalid credentials', status: 'error' }) }
    if (!live.has(token)) return expired
    if (method === 'PATCH' && path === '/api/auth/refresh') return give()
    if (method === 'POST' && path === '/api/message/sms/send')
      return {
        status: 200,
        body: JSON.stringify({
          id: `sms-${gateway.asked.length}`,
          message: 'Waiting for SMS provider',
          status: 'waiting',
        }),
      }
    return { status: 404, body: '{}' }
  })
  return { ...gateway, forgetTokens: () => live.clear() }
}
