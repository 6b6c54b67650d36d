import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { type AppOptions, useApps } from './testing-process.ts'
import { copyCode, shareCode } from './testing-shared-code.ts'

const { root, freshDir, app: startedApp, stop } = useApps()
// In a chroot and in many containers even root may not unshare; then the server falls back to setpriv.
const unshares = spawnSync('unshare', ['--user', '--map-user=65534', 'true']).status === 0
const from = shareCode()
afterAll(() => from.remove())
const app = (dataDir: string, options: AppOptions = {}) => startedApp(dataDir, { from, ...options })

describe.runIf(process.getuid?.() === 0)('root and ordinary users', () => {
  const nobody = 65534

  async function tools(names: string[]): Promise<string> {
    const dir = `${freshDir()} tools`
    await mkdir(dir)
    for (const name of names) await symlink(`/usr/bin/${name}`, join(dir, name))
    return dir
  }

  async function openedAs(dataDir: string, options: AppOptions) {
    const running = app(dataDir, options)
    const message = await running.decided
    await stop(running)
    return { ...message, as: running.messages.find(({ as }) => as !== undefined)?.as }
  }

  test('a folder of root is opened by whichever way works', async () => {
    await chmod(root, 0o755)
    const dataDir = freshDir()
    expect(await openedAs(dataDir, {})).toMatchObject({
      word: 'ready',
      as: unshares ? 'unshare' : 'uid 65534',
      rows: 1,
    })
    const withoutUnshare = { PATH: await tools(['sh', 'id', 'setpriv']) }
    expect(await openedAs(dataDir, { env: withoutUnshare })).toMatchObject({ as: 'uid 65534', rows: 2 })
    const bare = { PATH: await tools(['sh', 'id']) }
    expect(await openedAs(dataDir, { env: bare })).toMatchObject({ as: 'uid 65534', rows: 3 })
  })

  test('a folder of an ordinary user stays theirs after a start by root', async () => {
    await chmod(root, 0o755)
    const dataDir = freshDir()
    await mkdir(dataDir)
    await chown(dataDir, nobody, nobody)
    expect(await openedAs(dataDir, {})).toMatchObject({ word: 'ready', as: 'uid 65534', rows: 1 })
    expect(await openedAs(dataDir, { uid: nobody })).toMatchObject({ word: 'ready', as: 'user', rows: 2 })
    expect(await openedAs(dataDir, {})).toMatchObject({ word: 'ready', as: 'uid 65534', rows: 3 })
  })

  test('a folder that only root may enter needs a way through', async () => {
    const closed = freshDir()
    await mkdir(closed)
    await chmod(closed, 0o700)
    const dataDir = join(closed, 'data')
    const withSetpriv = { PATH: await tools(['sh', 'id', 'setpriv']) }
    expect(await openedAs(dataDir, { env: withSetpriv })).toMatchObject({ as: 'setpriv', rows: 1 })
    expect(await openedAs(dataDir, {})).toMatchObject({ as: unshares ? 'unshare' : 'setpriv', rows: 2 })
    const bare = { PATH: await tools(['sh', 'id']) }
    const refused = await app(join(closed, 'other'), { env: bare }).decided
    expect(refused.line).toContain('запустите приложение обычным пользователем или задайте DATABASE_URL')
  })

  test('a clone that only root may enter (/root) brings programs that are found there', async () => {
    const clone = copyCode()
    try {
      await chmod(clone.home, 0o700)
      const withSetpriv = { PATH: await tools(['sh', 'id', 'setpriv']) }
      expect(await openedAs(join(clone.home, 'data'), { from: clone, env: withSetpriv })).toMatchObject({
        word: 'ready',
        as: 'setpriv',
        rows: 1,
      })
    } finally {
      clone.remove()
    }
  })

  test('an ordinary user gets a clear line about files of somebody else', async () => {
    await chmod(root, 0o755)
    const dataDir = freshDir()
    expect(await openedAs(dataDir, {})).toMatchObject({ word: 'ready' })
    // Neither root nor, where root may not unshare, the user that PostgreSQL runs as.
    const somebody = 1
    const outside = await app(dataDir, { uid: somebody }).decided
    expect(outside.line).toContain(`Папка данных ${dataDir} недоступна для записи`)
    await chown(dataDir, somebody, somebody)
    await rm(join(dataDir, 'app.lock'))
    await rm(join(dataDir, 'app.pid'))
    const inside = await app(dataDir, { uid: somebody }).decided
    expect(inside.line).toContain(`принадлежит другому пользователю (uid ${unshares ? 0 : nobody})`)
  })
})
