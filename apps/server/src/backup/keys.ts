import { open, readFile } from 'node:fs/promises'
import { codeOf, StartError } from '@podmoga/embedded-postgres/start-error'

const IDENTITY = /^AGE-SECRET-KEY-1[02-9AC-HJ-NP-Z]{58}$/m

/** Writes a new age private key into a new file, in the format of age-keygen. Returns the public key. */
export const writeNewKey = async (path: string): Promise<string> => {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
    throw new StartError(
      codeOf(error) === 'EEXIST' ? `Файл ${path} уже есть: он не тронут.` : `Не пишется ${path}.`,
      { cause: error },
    )
  })
  await file.writeFile(`# public key: ${recipient}\n${identity}\n`)
  await file.sync()
  await file.close()
  return recipient
}

/** Reads the private key from a file made by `--new-key` or age-keygen. */
export const readKey = async (path: string): Promise<string> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    throw new StartError(`Файл ключа ${path} не читается (${codeOf(error)}).`, { cause: error })
  })
  const identity = IDENTITY.exec(text)?.[0]
  if (identity === undefined) throw new StartError(`В ${path} нет ключа age (AGE-SECRET-KEY-1…).`)
  return identity
}
