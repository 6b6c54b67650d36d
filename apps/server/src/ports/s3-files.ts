import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { checkKey, type Files } from './files.ts'

/** Where an S3-compatible store is, and how to enter it. */
export interface S3Settings {
  /** Absent: Amazon's own. */
  endpoint?: string | undefined
  bucket: string
  region: string
  /** Absent: the usual chain of environment, profile and machine role. */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined
}

const isAbsent = (error: unknown): boolean => {
  const { name, $metadata } = error as { name?: string; $metadata?: { httpStatusCode?: number } }
  return name === 'NoSuchKey' || name === 'NotFound' || $metadata?.httpStatusCode === 404
}

const absent = (error: unknown): null => {
  if (isAbsent(error)) return null
  throw error
}

/** Keeps files in a bucket. An object that was answered for is durable: that is the store's promise. */
export const s3Files = async (settings: S3Settings): Promise<Files> => {
  // Half a second of loading that a server on its own disk does not need.
  const s3 = await import('@aws-sdk/client-s3')
  const client = new s3.S3Client({
    region: settings.region,
    forcePathStyle: true,
    // The newer default sends its checksums in a way that many compatible stores do not read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    ...(settings.credentials === undefined ? {} : { credentials: settings.credentials }),
  })
  const at = (key: string) => ({ Bucket: settings.bucket, Key: checkKey(key) })

  return {
    put: async (key, temp_path, content_type) => {
      const { size } = await stat(temp_path)
      await client.send(
        new s3.PutObjectCommand({
          ...at(key),
          Body: createReadStream(temp_path),
          ContentLength: size,
          ContentType: content_type,
        }),
      )
      await rm(temp_path)
    },
    size: async (key) => {
      const found = await client.send(new s3.HeadObjectCommand(at(key))).catch(absent)
      return found === null ? null : (found.ContentLength ?? 0)
    },
    open: async (key, range) => {
      const wanted = range === undefined ? {} : { Range: `bytes=${range.start}-${range.end}` }
      const found = await client.send(new s3.GetObjectCommand({ ...at(key), ...wanted })).catch(absent)
      if (!(found?.Body instanceof Readable)) return null
      const whole = /\/(\d+)$/.exec(found.ContentRange ?? '')?.[1]
      return { stream: found.Body, size: whole === undefined ? (found.ContentLength ?? 0) : Number(whole) }
    },
    remove: async (key) => {
      await client.send(new s3.DeleteObjectCommand(at(key))).catch(absent)
    },
    list: async function* () {
      const pages = s3.paginateListObjectsV2({ client }, { Bucket: settings.bucket })
      for await (const page of pages)
        for (const { Key, Size, LastModified } of page.Contents ?? [])
          if (Key !== undefined) yield { key: Key, size: Size ?? 0, modified_at: LastModified ?? new Date(0) }
    },
  }
}
