import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { reasonOf, StartError } from '@podmoga/embedded-postgres/start-error'
import { type Config, getConfig } from '../config.ts'

/** The settings of a cell, in a file as systemd's `EnvironmentFile` has them. */
export const settingsIn = async (path: string): Promise<Config> => {
  const text = await readFile(resolve(process.env.INIT_CWD ?? '.', path), 'utf8').catch((error: unknown) => {
    throw new StartError(`Файл настроек ${path} не читается: ${reasonOf(error)}.`)
  })
  return getConfig(parseEnv(text))
}
