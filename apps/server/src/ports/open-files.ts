import { resolve } from 'node:path'
import type { Config } from '../config.ts'
import { diskFiles } from './disk-files.ts'
import type { Files } from './files.ts'

/** The file store of this configuration: DATA_DIR/files, or an S3-compatible store when S3_BUCKET is set. */
export const openFiles = async (config: Config): Promise<Files> => {
  return diskFiles(resolve(config.DATA_DIR, 'files'))
}
