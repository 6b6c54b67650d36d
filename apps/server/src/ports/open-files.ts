import { resolve } from 'node:path'
import { StartError } from '@podmoga/embedded-postgres/start-error'
import type { Config } from '../config.ts'
import { diskFiles } from './disk-files.ts'
import type { Files } from './files.ts'

/**
 * Opens the configured file store: DATA_DIR/files, or an S3-compatible store if S3_BUCKET is set. Throws StartError if the S3
 * settings are incomplete: otherwise files would silently be stored on disk.
 */
export const openFiles = async (config: Config): Promise<Files> => {
  const { S3_BUCKET, S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = config
  if (S3_BUCKET === undefined && S3_ENDPOINT !== undefined)
    throw new StartError('Задан S3_ENDPOINT, но не S3_BUCKET: непонятно, где хранить файлы.')
  if ((S3_ACCESS_KEY_ID === undefined) !== (S3_SECRET_ACCESS_KEY === undefined))
    throw new StartError('S3_ACCESS_KEY_ID и S3_SECRET_ACCESS_KEY задают вместе.')
  if (S3_BUCKET === undefined) return diskFiles(resolve(config.DATA_DIR, 'files'))
  // Loading the S3 client takes a tenth of the start, so only installations that use it load it.
  const { s3Files } = await import('./s3-files.ts')
  return s3Files({
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION,
    credentials:
      S3_ACCESS_KEY_ID === undefined || S3_SECRET_ACCESS_KEY === undefined
        ? undefined
        : { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  })
}
