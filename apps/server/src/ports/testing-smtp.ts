import { once } from 'node:events'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** A letter as received. */
export interface Received {
  from: string
  to: string[]
  raw: string
}

/**
 * A real SMTP server on a free port, without TLS. `refuse` rejects a recipient with an SMTP code (451 is greylisting), `hold`
 * never confirms letters.
 */
export const startSmtp = async (
  options: { refuse?: () => number | null; hold?: boolean; auth?: { user: string; pass: string } } = {},
) => {
  const received: Received[] = []
  const connections: string[] = []
  const settings: SMTPServerOptions = {
    disabledCommands: ['STARTTLS'],
    authOptional: options.auth === undefined,
    allowInsecureAuth: true,
    logger: false,
    onConnect: (session, done) => {
      connections.push(session.id)
      done()
    },
    onAuth: (auth, _session, done) => {
      const right = auth.username === options.auth?.user && auth.password === options.auth?.pass
      if (right) done(null, { user: auth.username })
      else done(Object.assign(new Error('no'), { responseCode: 535 }))
    },
    onRcptTo: (_address, _session, done) => {
      const code = options.refuse?.() ?? null
      done(code === null ? null : Object.assign(new Error('not now'), { responseCode: code }))
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (options.hold === true) return
        const { mailFrom, rcptTo } = session.envelope
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
        })
        done()
      })
    },
  }
  const server = new SMTPServer(settings)
  // Ignore clients that disconnect.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    received,
    connections,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}

/** Returns the decoded parts of a letter. */
export const partsOf = (raw: string): { headers: string; text: string; html: string } => {
  const [headers = '', ...rest] = raw.split('\r\n\r\n')
  const decoded = (type: string): string => {
    const part = new RegExp(
      `Content-Type: ${type}[^]*?Content-Transfer-Encoding: (base64|quoted-printable|7bit|8bit)[^]*?\\r\\n\\r\\n([^]*?)\\r\\n--`,
    ).exec(rest.length > 0 ? raw : '')
    const [, encoding, body = ''] = part ?? []
    if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8')
    if (encoding !== 'quoted-printable') return body
    const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => `%${hex}`)
    return decodeURIComponent(bytes.replace(/%(?![0-9A-F]{2})/g, '%25'))
  }
  return { headers, text: decoded('text/plain'), html: decoded('text/html') }
}
