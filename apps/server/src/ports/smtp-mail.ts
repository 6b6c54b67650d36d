import { onFirstUse } from './lazy-libraries.ts'
import type { Mail } from './mail.ts'

// A tenth of a start: only those who have a mail server load it.
const nodemailer = onFirstUse<typeof import('nodemailer')>('nodemailer')

/** A mail server: `smtp://` (STARTTLS where it is offered) or `smtps://`, with name and password where it asks. */
export interface SmtpServer {
  url: string
  from: string
  /** The right side of Message-ID. */
  host: string
}

const WAIT_MS = 8_000

/**
 * Sends each letter over a connection of its own, which is closed when the signal says so: a server that is too slow
 * must not take a letter whose code was already withdrawn.
 */
export const smtpMail = (server: SmtpServer): Mail => {
  const transport = nodemailer().createTransport({
    url: server.url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    dnsTimeout: WAIT_MS,
    socketCloseTimeout: 0,
    // A letter is made of our own strings alone: nothing in it may name a file or an address to read from.
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
