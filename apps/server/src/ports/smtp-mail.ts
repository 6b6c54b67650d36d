import MailComposer from 'nodemailer/lib/mail-composer'
import { parseConnectionUrl } from 'nodemailer/lib/shared'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Letter, Mail } from './mail.ts'

/** A mail server: `smtp://` (STARTTLS where it is offered) or `smtps://`, with name and password where it asks. */
export interface SmtpServer {
  url: string
  from: string
  /** The right side of Message-ID. */
  host: string
}

const SECONDS = 1000

const compose = (server: SmtpServer, letter: Letter) =>
  new MailComposer({
    from: server.from,
    to: { name: '', address: letter.to },
    subject: letter.subject,
    text: letter.text,
    html: letter.html,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(letter.id === undefined ? {} : { messageId: `<${letter.id}@${server.host}>` }),
    // A letter is made of our own strings alone: nothing in it may name a file or an address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile()

/**
 * Sends each letter over a connection of its own. That connection is ours to close: a server that is too slow must not
 * take a letter whose code was already withdrawn, so nodemailer's own transports, which cannot be stopped, will not do.
 */
export const smtpMail = (server: SmtpServer): Mail => {
  const { auth, ...options } = parseConnectionUrl(server.url)

  return {
    send: async (letter, signal) => {
      signal?.throwIfAborted()
      const mime = compose(server, letter)
      const message = await mime.build()
      await new Promise<void>((resolve, reject) => {
        const connection = new SMTPConnection({
          ...options,
          connectionTimeout: 8 * SECONDS,
          greetingTimeout: 8 * SECONDS,
          socketTimeout: 8 * SECONDS,
          dnsTimeout: 8 * SECONDS,
          socketCloseTimeout: 0,
        })
        let over = false
        const end = (error?: Error | null): void => {
          if (over) return
          over = true
          signal?.removeEventListener('abort', giveUp)
          if (error === undefined || error === null) {
            connection.quit()
            resolve()
          } else {
            connection.close()
            reject(error)
          }
        }
        const giveUp = (): void => end(signal?.reason as Error)
        signal?.addEventListener('abort', giveUp, { once: true })
        // Errors keep coming after we have left; without a listener they would end the process.
        connection.on('error', end)
        connection.once('end', () => end(new Error('The mail server closed the connection.')))

        const hand = (): void => connection.send(mime.getEnvelope(), message, (error) => end(error))
        connection.connect((error) => {
          if (error !== undefined && error !== null) end(error)
          else if (auth?.user === undefined) hand()
          else
            connection.login({ user: auth.user, pass: auth.pass }, (refused) =>
              refused === null ? hand() : end(refused),
            )
        })
      })
    },
  }
}
