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
  /** 32 bytes, base64url: encrypts the contents of the outbox, salts the hashes of codes. */
  seal_key: z.string().min(43),
})
export type Secrets = z.infer<typeof Secrets>

/** The path of the key file. */
export const secretsPathOf = ({
  SECRETS_FILE,
  DATA_DIR,
}: {
  SECRETS_FILE?: string | undefined
  DATA_DIR: string
}): string => resolve(SECRETS_FILE ?? join(DATA_DIR, 'secrets.json'))

/**
 * Sealed data cannot be opened: it was sealed with other keys, or its bytes were changed. It must not be discarded: with the
 * right keys it can be opened again.
 */
export class SealError extends Error {
  override name = 'SealError'
  readonly code = 'SEALED'
}

const create = async (): Promise<Secrets> => {
  // Loaded on demand: only the first start of an installation makes keys.
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

/** Removes drafts left by killed starts: complete or partial copies of keys that are not used. */
const removeDrafts = async (path: string): Promise<void> => {
  const dir = dirname(path)
  const before = Date.now() - DRAFT_MS
  for (const name of await readdir(dir).catch(() => [])) {
    const [file, ending = ''] = [name.slice(0, -9), name.slice(-9)]
    if (file !== basename(path) || !/^\.[0-9a-f]{8}$/.test(ending)) continue
    const facts = await stat(join(dir, name)).catch(() => null)
    // A draft that cannot be removed does no harm.
    if (facts?.isFile() && facts.mtimeMs < before) await unlink(join(dir, name)).catch(() => undefined)
  }
}

/** Reads the server's keys; null if the file does not exist. Throws StartError if it is unreadable or damaged. */
export const readSecrets = async (path: string): Promise<Secrets | null> => {
  try {
    return Secrets.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT') return null
    // A system error does not mean that the file is damaged; replacing it with a copy could lose the keys.
    if (code !== '')
      throw new StartError(
        `Файл ключей ${path} не читается (${code}): проверьте, что это файл и что у приложения есть право его читать.`,
        { cause: error },
      )
    throw new StartError(`Файл ключей ${path} повреждён: восстановите его из копии.`, { cause: error })
  }
}

/** Like {@link readSecrets}, but creates the keys if there are none, readable only by the owner. */
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
  // The link fails if another server was first; then its keys are used.
  await link(draft, path).catch(() => undefined)
  await unlink(draft)
  // The new directory entry is durable only after the folder is synced: after a power cut the database must not exist without its
  // keys.
  const folder = await open(dirname(path), 'r')
  await folder.sync().finally(() => folder.close())
  const made = await readSecrets(path)
  if (made === null) throw new StartError(`Файл ключей ${path} исчез, едва его записали.`)
  return made
}
