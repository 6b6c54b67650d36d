import { Agent, request as ask } from 'node:https'
import type { Transport } from '@podmoga/contract/client'

/** The host name of the page's example. */
export const PUBLIC_NAME = 'help.example.uz'
/** Long enough that nginx, not this client, detects a dead machine. */
const PATIENCE_MS = 20_000

/** Sends requests as a browser does: TLS to the nginx at that address, with any certificate. */
export const throughNginx = (address: string): Transport => {
  const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
  return async ({ url, method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const packed = new Response(body ?? null)
    const type = packed.headers.get('content-type')
    const bytes = Buffer.from(await packed.arrayBuffer())
    const settings = {
      agent,
      method,
      host: address,
      servername: PUBLIC_NAME,
      path: pathname + search,
      timeout: PATIENCE_MS,
      headers: {
        ...headers,
        host: PUBLIC_NAME,
        origin: `https://${PUBLIC_NAME}`,
        ...(body instanceof FormData && type !== null ? { 'content-type': type } : {}),
        'content-length': bytes.length,
      },
    }
    return new Promise((resolve, reject) => {
      const asked = ask(settings, async (answer) => {
        const chunks: Buffer[] = []
        try {
          for await (const chunk of answer) chunks.push(chunk as Buffer)
        } catch (error) {
          return reject(error)
        }
        const header = (name: string) => [answer.headers[name.toLowerCase()] ?? []].flat()[0] ?? null
        resolve({ status: answer.statusCode ?? 0, header, text: Buffer.concat(chunks).toString() })
      })
      asked.on('error', reject)
      asked.on('timeout', () => asked.destroy(new TypeError('no answer')))
      asked.end(bytes)
    })
  }
}
