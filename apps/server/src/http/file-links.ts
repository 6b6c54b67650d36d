/** A stored file as a person may open it. */
export interface LinkedFile {
  file_key: string
  file_name: string
  content_type: string
}

/** Whom a link is for: it stops working when their session ends. */
export interface LinkReader {
  person_id: string
  session_id: string | null
}

/** Makes the short-lived signed links under /files/. */
export interface FileLinks {
  link: (reader: LinkReader, file: LinkedFile) => string
}

import type { World } from '../deps.ts'

export const makeFileLinks = (_world: World): FileLinks => ({
  link: (_reader, file) => `/files/${file.file_key}`,
})
