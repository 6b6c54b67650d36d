import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import { type Config, getConfig } from '../config.ts'

/** Reads the settings of a cell from a file in the format of systemd's `EnvironmentFile`. */
export const settingsIn = async (path: string): Promise<Config> => {
  const text = await readFile(resolve(process.env.INIT_CWD ?? '.', path), 'utf8').catch((error: unknown) => {
    throw new StartError(`Файл настроек ${path} не читается: ${reasonOf(error)}.`)
  })
  return getConfig(parseEnv(text))
}
