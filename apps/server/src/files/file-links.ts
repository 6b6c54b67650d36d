import { createHmac, timingSafeEqual } from 'node:crypto'
import { latestStamp } from '../ports/clock.ts'
import type { World } from '../world.ts'

/** A stored file, as it is linked. */
export interface LinkedFile {
  file_key: string
  file_name: string
  content_type: string
}

/** The person a link is for; it stops working when the session ends. */
export interface LinkReader {
  person_id: string
  session_id: string | null
}

/** The contents of a link with a valid signature. */
export interface OpenedLink extends LinkedFile, LinkReader {
  expires_at: Date
}

/** Makes and reads the short-lived signed links under /files/. */
export interface FileLinks {
  /** Returns a path from the site root. It stays the same for half of its lifetime, so that browsers can cache a picture. */
  link: (reader: LinkReader, file: LinkedFile) => string
  /** Verifies `token` together with `file_name`; null if the signature does not match. Expired links are returned too. */
  open: (token: string, file_name: string) => OpenedLink | null
  /** False for an expired link, and for one signed by a clock that was set back since: it would live longer by that much. */
  isCurrent: (link: OpenedLink) => boolean
}

type Payload = [
  file_key: string,
  person_id: string,
  session_id: string | null,
  content_type: string,
  expires: number,
]

export const makeFileLinks = ({
  config,
  clock,
  secrets,
}: Pick<World, 'config' | 'clock' | 'secrets'>): FileLinks => {
  const half = config.FILE_LINK_SECONDS / 2
  const sign = (payload: string, file_name: string): Buffer =>
    createHmac('sha256', secrets.link_key).update(`file\0${payload}\0${file_name}`).digest()

  return {
    link: (reader, file) => {
      const now = clock.now().getTime() / 1000
      const expires = Math.floor((Math.floor(now / half) + 2) * half)
      const facts: Payload = [file.file_key, reader.person_id, reader.session_id, file.content_type, expires]
      const payload = Buffer.from(JSON.stringify(facts)).toString('base64url')
      const signature = sign(payload, file.file_name).toString('base64url')
      return `/files/${payload}.${signature}/${encodeURIComponent(file.file_name)}`
    },
    open: (token, file_name) => {
      const [, payload, signature] = /^([\w-]{1,1024})\.([\w-]{43})$/.exec(token) ?? []
      if (payload === undefined || signature === undefined) return null
      const given = Buffer.from(signature, 'base64url')
      // The last base64url character has two unused bits: reject other spellings of the same bytes.
      if (given.toString('base64url') !== signature) return null
      if (!timingSafeEqual(given, sign(payload, file_name))) return null
      const facts = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Payload
      const [file_key, person_id, session_id, content_type, expires] = facts
      return {
        file_key,
        person_id,
        session_id,
        content_type,
        file_name,
        expires_at: new Date(expires * 1000),
      }
    },
    isCurrent: ({ expires_at }) => {
      const now = clock.now()
      return (
        expires_at > now &&
        expires_at.getTime() <= latestStamp(now).getTime() + config.FILE_LINK_SECONDS * 1000
      )
    },
  }
}
