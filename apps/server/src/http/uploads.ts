import type { FastifyRequest } from 'fastify'

/** A file that has arrived whole and passed its checks; its bytes lie in a temporary file. */
export interface ReceivedFile {
  /** As the person named it (NFC, base name). */
  file_name: string
  /** Detected from the content. */
  content_type: string
  /** Bytes. */
  size: number
  sha256: Buffer
  temp_path: string
  /** The virus scanner was away: nobody opens it before it has been looked at. */
  is_unscanned?: true
}

/** A received file whose bytes are in the store; its row waits to be attached. */
export interface StoredFile extends ReceivedFile {
  key: string
}

/** Which limits hold for the files of a form. */
export type UploadKind = 'attachments' | 'photo' | 'picture' | 'table' | 'archive'

export interface Multipart {
  fields: Record<string, string>
  files: ReceivedFile[]
  /** Removes the temporary files that were not taken. */
  discard: () => Promise<void>
}

/** Reads a multipart body within the limits, or refuses and leaves nothing behind. */
export type ReadMultipart = (
  request: FastifyRequest,
  expected: { field: string; kind: UploadKind },
) => Promise<Multipart>
