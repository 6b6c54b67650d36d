import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
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

/** Where the file of keys lies. */
export const secretsPathOf = ({
  SECRETS_FILE,
  DATA_DIR,
}: {
  SECRETS_FILE?: string | undefined
  DATA_DIR: string
}): string => resolve(SECRETS_FILE ?? join(DATA_DIR, 'secrets.json'))

/**
 * Something that was sealed does not open: with other keys than it was sealed with, or because its bytes were changed.
 * It is no reason to give up what it is about: with the right keys it opens again.
 */
export class SealError extends Error {
  override name = 'SealError'
  readonly code = 'SEALED'
}

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

const DRAFT_MS = 60_000

/** Removes the drafts that killed starts left: copies of the keys, or of a part of them, that nobody needs. */
const removeDrafts = async (path: string): Promise<void> => {
  const dir = dirname(path)
  const before = Date.now() - DRAFT_MS
  for (const name of await readdir(dir).catch(() => [])) {
    const [file, ending = ''] = [name.slice(0, -9), name.slice(-9)]
    if (file !== basename(path) || !/^\.[0-9a-f]{8}$/.test(ending)) continue
    const facts = await stat(join(dir, name)).catch(() => null)
    // A draft that cannot be removed harms no start.
    if (facts?.isFile() && facts.mtimeMs < before) await unlink(join(dir, name)).catch(() => undefined)
  }
}

/** Reads the server's keys; null when there is no such file. Throws StartError when it cannot be read or is damaged. */
export const readSecrets = async (path: string): Promise<Secrets | null> => {
  try {
    return Secrets.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    // What the system refuses says nothing about the file itself: a copy put over it would lose the keys.
    if (code !== '')
      throw new StartError(
        `Файл ключей ${path} не читается (${code}): проверьте, что это файл и что у приложения есть право его читать.`,
        { cause: error },
      )
    throw new StartError(`Файл ключей ${path} повреждён: восстановите его из копии.`, { cause: error })
  }
}

/** As {@link readSecrets}, but makes the keys when there are none, readable by their owner alone. */
export const loadSecrets = async (path: string): Promise<Secrets> => {
  await removeDrafts(path)
  const known = await readSecrets(path)
  if (known !== null) return known
  await mkdir(dirname(path), { recursive: true })
  const draft = `${path}.${randomBytes(4).toString('hex')}`
  const file = await open(draft, 'wx', 0o600)
  await file.writeFile(JSON.stringify(await create(), null, 2))
  await file.sync()
  await file.close()
  // A link fails when another server was first; its keys are then the keys.
  await link(draft, path).catch(() => undefined)
  await unlink(draft)
  // A name is durable only when its folder is: a power cut must not leave a database whose keys are gone.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
  const made = await readSecrets(path)
  if (made === null) throw new StartError(`Файл ключей ${path} исчез, едва его записали.`)
  return made
}
