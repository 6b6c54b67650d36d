import type { FastifyRequest } from 'fastify'

/** A file that was received completely and passed its checks; its bytes are in a temporary file. */
export interface ReceivedFile {
  /** The name given by the user (NFC, base name). */
  file_name: string
  /** Detected from the content. */
  content_type: string
  /** Bytes. */
  size: number
  sha256: Buffer
  temp_path: string
  /** The virus scanner was unavailable: the file cannot be opened until it has been scanned. */
  is_unscanned?: true
}

/** A received file whose bytes are in the store; its row is not attached yet. */
export interface StoredFile extends ReceivedFile {
  key: string
}

/** The limits that apply to the files of a form. */
export type UploadKind = 'attachments' | 'photo' | 'picture' | 'table' | 'archive'

export interface Multipart {
  fields: Record<string, string>
  files: ReceivedFile[]
  /** Removes the temporary files that were not taken. */
  discard: () => Promise<void>
}

/** Reads a multipart body within the limits; a refusal leaves no files behind. */
export type ReadMultipart = (
  request: FastifyRequest,
  expected: { field: string; kind: UploadKind },
) => Promise<Multipart>
