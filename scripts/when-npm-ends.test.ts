import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const WATCH = join(import.meta.dirname, 'when-npm-ends.mjs')

/** Runs a script as npm does, with or without a shell in between; resolves when the script has started. */
const runAsNpm = async (between: string) => {
  const dir = await mkdtemp(join(tmpdir(), 'podmoga-npm-'))
  const script = join(dir, 'script.mjs')
  await writeFile(
    script,
    `import { whenNpmEnds } from ${JSON.stringify(WATCH)}
    whenNpmEnds(() => process.stdout.write('ended', () => process.exit()))
    setInterval(() => {}, 1000)
    process.stdout.write('up ' + process.pid + ' ')`,
  )
  const command = `${process.execPath} ${script}${between}`
  const npm = spawn(
    process.execPath,
    ['-e', `require('child_process').spawn('sh', ['-c', process.env.SHELL_LINE], { stdio: 'inherit' })`],
    {
      env: { ...process.env, npm_lifecycle_event: 'start', SHELL_LINE: command },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  let said = ''
  npm.stdout.on('data', (chunk) => {
    said += chunk
  })
  onTestFinished(async () => {
    npm.kill('SIGKILL')
    try {
      process.kill(Number(/up (\d+)/.exec(said)?.[1]), 'SIGKILL')
    } catch {
      // It has ended, as expected.
    }
    await rm(dir, { recursive: true, force: true })
  })
  await expect.poll(() => said).toMatch(/^up/)
  return { npm, said: () => said }
}

test.each([
  ['a shell that has become the script', ''],
  ['a shell that waits for the script', '; true'],
])('kill -9 of npm ends what it started through %s', async (_name, between) => {
  const { npm, said } = await runAsNpm(between)
  npm.kill('SIGKILL')
  await once(npm, 'exit')
  await expect.poll(said).toMatch(/ended$/)
})
