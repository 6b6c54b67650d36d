import {
  ARCHIVE_EXTENSIONS,
  ARCHIVE_MAX,
  FILE_EXTENSIONS,
  PHOTO_EXTENSIONS,
  PHOTO_MAX,
  PICTURE_EXTENSIONS,
  TABLE_EXTENSIONS,
  TABLE_MAX,
} from '@podmoga/contract/fields/limits'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'
import type { ReadMultipart, ReceivedFile, UploadKind } from '../http/uploads.ts'
import { MalformedMultipart } from './multipart/malformed.ts'
import { boundaryOf, type Part, parseMultipart } from './multipart/parse.ts'
import { receiveField } from './receive-field.ts'
import { type FileLimits, receiveFile } from './receive-file.ts'
import { makeScanReceived } from './scan-received.ts'
import { clearTempDir, type TempFile, tempDir } from './temp-files.ts'
import { tooLargeTogether, tooManyFiles } from './upload-refusals.ts'

/** An upload that sends nothing for this long is aborted. */
const STALL_MS = 120_000
/** Total size of text fields and part headers. */
const FORM_MAX = 2 * 1024 * 1024
const HOUR = 3600

/** Leaves forms unparsed until their routes: {@link makeReadMultipart} streams them there, once the caller is known. */
export const acceptForms = (app: FastifyInstance): void => {
  app.addContentTypeParser('multipart/form-data', (_request, _body, done) => done(null))
}

/** Makes the form reader: files stream to DATA_DIR/tmp, and a refused form leaves nothing there. */
export const makeReadMultipart = async (deps: Deps, stall_ms = STALL_MS): Promise<ReadMultipart> => {
  const { config } = deps
  const dir = tempDir(config)
  // With the embedded database this server alone uses the folder; with a shared one another server may be writing there now.
  await clearTempDir(dir, config.DATABASE_URL === undefined ? 0 : HOUR * 1000)
  const limits: Record<UploadKind, FileLimits> = {
    attachments: {
      extensions: FILE_EXTENSIONS,
      file_max: config.FILE_MAX_BYTES,
      files_max: config.FILES_MAX,
      total_max: config.FILES_TOTAL_BYTES,
    },
    photo: {
      extensions: PHOTO_EXTENSIONS,
      file_max: PHOTO_MAX,
      files_max: 1,
      total_max: PHOTO_MAX,
      by_content: true,
    },
    picture: {
      extensions: PICTURE_EXTENSIONS,
      file_max: config.FILE_MAX_BYTES,
      files_max: 1,
      total_max: config.FILE_MAX_BYTES,
    },
    table: { extensions: TABLE_EXTENSIONS, file_max: TABLE_MAX, files_max: 1, total_max: TABLE_MAX },
    archive: { extensions: ARCHIVE_EXTENSIONS, file_max: ARCHIVE_MAX, files_max: 1, total_max: ARCHIVE_MAX },
  }

  /** Applies the business's own limits on attachments. */
  const limitOf = (kind: UploadKind, request: FastifyRequest): FileLimits => {
    const business_id = request.who?.business_id
    if (kind !== 'attachments' || business_id === undefined) return limits[kind]
    const { FILE_MAX_BYTES: file_max, FILES_MAX: files_max } = deps.settings.configOf(business_id)
    return { ...limits.attachments, file_max, files_max }
  }

  const beginScan = makeScanReceived(deps)
  return async (request, expected) => {
    const limit = limitOf(expected.kind, request)
    const boundary = boundaryOf(request.headers['content-type'] ?? '')
    if (boundary === null) throw refuse('bad_request')
    const declared = Number(request.headers['content-length'] ?? 0)
    if (declared > limit.total_max + FORM_MAX) throw tooLargeTogether(expected.field, limit.total_max)

    const fields: Record<string, string> = {}
    const files: ReceivedFile[] = []
    const scan = beginScan()
    const temps: TempFile[] = []
    const patience = waitLonger(request, stall_ms)
    const discard = async (): Promise<void> => {
      // Restored only here: a slow store may take longer than the idle timeout of connections.
      patience.end()
      await Promise.all(temps.map((temp) => temp.remove()))
    }
    // Charged as bytes are written to disk, so that unfinished uploads count too.
    let unfinished = 0
    const charge = async (bytes: number): Promise<void> => {
      const person = request.who?.person_id
      if (person === undefined) return
      await deps.rates.take('upload_bytes', person, config.UPLOAD_BYTES_PER_HOUR, HOUR, bytes)
      unfinished += bytes
    }
    const takeFile = async (part: Part, file_name: string): Promise<void> => {
      if (part.name !== expected.field) throw refuse('bad_request')
      if (files.length === limit.files_max) throw tooManyFiles(expected, limit.files_max)
      const left = limit.total_max - files.reduce((sum, file) => sum + file.size, 0)
      const file = await receiveFile({ ...part, file_name }, { ...limit, left, dir, temps, charge })
      unfinished = 0
      if (file !== null) files.push(await scan(expected.field, file))
    }

    try {
      for await (const part of parseMultipart(bodyOf(request), boundary)) {
        if (part.file_name === null) await receiveField(part, fields, expected.field)
        else await takeFile(part, part.file_name)
      }
      return { fields, files, discard }
    } catch (error) {
      await discard()
      // A failed upload is not charged: its bytes have been removed.
      if (unfinished > 0) await charge(-unfinished)
      if (error instanceof MalformedMultipart || isAborted(error, request)) {
        request.log.info({ reason: (error as Error).message }, 'form refused')
        throw refuse('bad_request')
      }
      throw error
    }
  }
}

const bodyOf = (request: FastifyRequest): AsyncIterable<Buffer> => ({
  // Not destroyed when we stop early: a destroyed request cannot be answered.
  [Symbol.asyncIterator]: () => request.raw.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>,
})

const isAborted = (error: unknown, request: FastifyRequest): boolean =>
  request.raw.destroyed && (error as NodeJS.ErrnoException).code === 'ECONNRESET'

const waitLonger = (request: FastifyRequest, ms: number): { end: () => void } => {
  const { socket } = request.raw
  // Injected test requests have no real socket.
  if (typeof socket.setTimeout !== 'function') return { end: () => undefined }
  const usual = socket.timeout ?? 0
  socket.setTimeout(ms)
  return { end: () => void socket.setTimeout(usual) }
}
