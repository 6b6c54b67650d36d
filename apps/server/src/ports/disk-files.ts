import type { Files } from './files.ts'

export const diskFiles = async (_dir: string): Promise<Files> => {
  throw new Error('not yet')
}
