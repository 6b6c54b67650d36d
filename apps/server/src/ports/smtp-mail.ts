import { onFirstUse } from './lazy-libraries.ts'
import type { Mail } from './mail.ts'

// Loading nodemailer takes a tenth of the start, so only installations with a mail server load it.
const nodemailer = onFirstUse<typeof import('nodemailer')>('nodemailer')

/** A mail server: `smtp://` (STARTTLS if offered) or `smtps://`, with name and password if it requires them. */
export interface SmtpServer {
  url: string
  from: string
  /** The domain of Message-ID. */
  host: string
}

const WAIT_MS = 8_000

/**
 * Sends each letter over its own connection, which is closed when the signal aborts: a slow server must not accept a letter whose
 * code has already been withdrawn.
 */
export const smtpMail = (server: SmtpServer): Mail => {
  const transport = nodemailer().createTransport({
    url: server.url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
    socketCloseTimeout: 0,
    // Letters consist of strings only: no content may be read from a file or a URL.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    send: async (letter, signal) => {
      signal?.throwIfAborted()
      try {
        await transport.sendMail({
          from: server.from,
          to: { name: '', address: letter.to },
          subject: letter.subject,
          text: letter.text,
          html: letter.html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          ...(letter.id === undefined ? {} : { messageId: `<${letter.id}@${server.host}>` }),
          ...(signal === undefined ? {} : { signal }),
        })
      } catch (error) {
        throw signal?.aborted === true ? signal.reason : error
      }
    },
  }
}
