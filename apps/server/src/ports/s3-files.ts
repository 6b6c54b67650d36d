import { open, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { checkKey, type Files } from './files.ts'
import { patientStream } from './patient-stream.ts'
import { explain, isAbsent, noBucket, type Operation, saysNothing } from './s3-errors.ts'

/** The address and credentials of an S3-compatible store. */
export interface S3Settings {
  /** Absent: Amazon's own. */
  endpoint?: string | undefined
  bucket: string
  region: string
  /** Absent: the SDK's default chain (environment, profile, machine role). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

/** Time limits of calls, in milliseconds. A request makes several calls and may take 30 s at most. */
const PATIENCE = {
  connect_ms: 2000,
  check_ms: 2500,
  /** A HEAD, a GET until its headers, a DELETE; one page of a listing takes twice as much. */
  call_ms: 5000,
  /** Added to a PUT for each MiB. */
  mebibyte_ms: 750,
  /** A response body that sends nothing for this long is aborted. */
  silence_ms: 10_000,
}

const quiet = (): void => undefined

const MIB = 1024 * 1024

type S3 = typeof import('@aws-sdk/client-s3')

const clientOf = (s3: S3, settings: S3Settings, connect_ms: number) =>
  new s3.S3Client({
    region: settings.region,
    forcePathStyle: true,
    // The newer default sends checksums in a form that many compatible stores do not support.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // The SDK's warnings are also raised as errors, which our log records.
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    requestHandler: { connectionTimeout: connect_ms },
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
  })

/**
 * A refused HEAD has no body that explains the reason, so a listing of one object is requested, which throws with one. If the
 * listing succeeds, the cause was clock skew: the SDK has corrected it from the error response, and the HEAD is retried.
 */
const makeExplainedHead =
  (s3: S3, client: InstanceType<S3['S3Client']>, bucket: string, prefix: string) =>
  async <T>(abortSignal: AbortSignal, head: () => Promise<T>): Promise<T> => {
    try {
      return await head()
    } catch (error) {
      if (!saysNothing(error)) throw error
      const one = new s3.ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 })
      await client.send(one, { abortSignal })
      return head()
    }
  }

/** Runs a call with a deadline that includes retries. Returns null if the object does not exist. */
const makeWithin =
  (bucket: string) =>
  async <T>(
    operation: Operation,
    ms: number,
    call: (signal: AbortSignal) => Promise<T>,
  ): Promise<T | null> => {
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), ms)
    try {
      return await call(abort.signal)
    } catch (error) {
      if (isAbsent(error)) return null
      throw explain(error, { bucket, operation, late_ms: abort.signal.aborted ? ms : null })
    } finally {
      clearTimeout(timer)
    }
  }

/**
 * Files in a bucket, under `prefix` if there is one. A confirmed write is durable: S3 guarantees that. `check` throws if a key is
 * not valid for this store.
 */
export const s3Files = async (
  settings: S3Settings,
  patience = PATIENCE,
  { check = checkKey, prefix = '' } = {},
): Promise<Files> => {
  // Loading the SDK takes half a second, which a server with files on disk does not need.
  const s3 = await import('@aws-sdk/client-s3')
  const client = clientOf(s3, settings, patience.connect_ms)
  const within = makeWithin(settings.bucket)
  const explainedHead = makeExplainedHead(s3, client, settings.bucket, prefix)
  const at = (key: string) => ({ Bucket: settings.bucket, Key: prefix + check(key) })
  return {
    put: async (key, temp_path, content_type) => {
      const object = at(key)
      // Opened here, because a stream that fails to open its file would emit the error before it has a listener.
      const file = await open(temp_path)
      try {
        const { size } = await file.stat()
        const body = file.createReadStream()
        body.on('error', () => undefined)
        const put = await within(
          'put',
          patience.call_ms + (size / MIB) * patience.mebibyte_ms,
          (abortSignal) =>
            client.send(
              new s3.PutObjectCommand({
                ...object,
                Body: body,
                ContentLength: size,
                ContentType: content_type,
              }),
              { abortSignal },
            ),
        ).finally(() => body.destroy())
        if (put === null) throw noBucket(settings.bucket)
      } finally {
        await file.close()
      }
      await rm(temp_path)
    },
    size: async (key) => {
      const object = at(key)
      const found = await within('get', patience.call_ms, (abortSignal) =>
        explainedHead(abortSignal, () => client.send(new s3.HeadObjectCommand(object), { abortSignal })),
      )
      return found === null ? null : (found.ContentLength ?? 0)
    },
    open: async (key, range) => {
      const object = at(key)
      const wanted = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      const found = await within('get', patience.call_ms, (abortSignal) =>
        client.send(new s3.GetObjectCommand({ ...object, ...wanted }), { abortSignal }),
      )
      if (!(found?.Body instanceof Readable)) return null
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      return {
        stream: patientStream(found.Body, patience.silence_ms),
        size: whole === undefined ? (found.ContentLength ?? 0) : Number(whole),
      }
    },
    remove: async (key) => {
      const object = at(key)
      await within('remove', patience.call_ms, (abortSignal) =>
        client.send(new s3.DeleteObjectCommand(object), { abortSignal }),
      )
    },
    list: async function* () {
      let from: string | undefined
      do {
        const next = { Prefix: prefix, ...(from === undefined ? {} : { ContinuationToken: from }) }
        const page = await within('list', patience.call_ms * 2, (abortSignal) =>
          client.send(new s3.ListObjectsV2Command({ Bucket: settings.bucket, ...next }), { abortSignal }),
        )
        if (page === null) throw noBucket(settings.bucket)
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined)
            yield { key: Key.slice(prefix.length), size: Size ?? 0, modified_at: LastModified ?? new Date(0) }
        from = page.IsTruncated === true ? page.NextContinuationToken : undefined
      } while (from !== undefined)
    },
    check: async () => {
      const found = await within('list', patience.check_ms, (abortSignal) =>
        explainedHead(abortSignal, () =>
          client.send(new s3.HeadBucketCommand({ Bucket: settings.bucket }), { abortSignal }),
        ),
      )
      if (found === null) throw noBucket(settings.bucket)
    },
  }
}
