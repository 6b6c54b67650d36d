import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, StartError } from '@podmoga/embedded-postgres/start-error'
import { z } from 'zod'

const Secrets = z.object({
  /** Ed25519 private key that signs access tokens. */
  signing_key: z.looseObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string(),
    d: z.string(),
    kid: z.string(),
  }),
  /** 32 bytes, base64url: signs file links and one-time receipts. */
  link_key: z.string().min(43),
  /** 32 bytes, base64url: encrypts what waits in the outbox, salts the hashes of codes. */
  seal_key: z.string().min(43),
})
export type Secrets = z.infer<typeof Secrets>

const create = async (): Promise<Secrets> => {
  // Only the first start of an installation makes keys.
  const { exportJWK, generateKeyPair } = await import('jose')
  const pair = await generateKeyPair('Ed25519', { extractable: true })
  const key = () => randomBytes(32).toString('base64url')
  const jwk = await exportJWK(pair.privateKey)
  return Secrets.parse({
    signing_key: { ...jwk, kid: randomBytes(8).toString('hex') },
    link_key: key(),
    seal_key: key(),
  })
}

/** Reads the server's keys, making them once, readable by its owner alone. Throws StartError when the file cannot be read or is damaged. */
export const loadSecrets = async (path: string): Promise<Secrets> => {
  const read = async () => Secrets.parse(JSON.parse(await readFile(path, 'utf8')))
  try {
    return await read()
  } catch (error) {
    const code = codeOf(error)
    // What the system refuses says nothing about the file itself: a copy put over it would lose the keys.
    if (code !== '' && code !== 'ENOENT')
      throw new StartError(
        `Файл ключей ${path} не читается (${code}): проверьте, что это файл и что у приложения есть право его читать.`,
        { cause: error },
      )
    if (code === '')
      throw new StartError(`Файл ключей ${path} повреждён: восстановите его из копии.`, { cause: error })
  }
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(JSON.stringify(await create(), null, 2))
  await file.sync()
  await file.close()
  // A link fails when another server was first; its keys are then the keys.
  await link(draft, path).catch(() => undefined)
  await unlink(draft)
  return read()
}
