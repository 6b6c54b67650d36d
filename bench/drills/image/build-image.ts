import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../../app-process.ts'
import { say } from '../../bench.ts'

const BASE = 'localhost/podmoga-node'
const IMAGE = 'localhost/podmoga'
const CERTIFICATES = '/etc/ssl/certs/ca-certificates.crt'
const TOOLS = ['buildah', 'mmdebstrap', 'postgresql'] as const
const MB = 1e6

export const installTools = (): void => {
  if (process.getuid?.() !== 0)
    throw new Error('Нужен root: образ собирается без демона, его корень монтируется.')
  const missing = TOOLS.filter(
    (name) => !existsSync(name === 'postgresql' ? '/usr/lib/postgresql' : `/usr/bin/${name}`),
  )
  if (missing.length === 0) return
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...missing], {
    stdio: 'inherit',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  })
}

/** Whether the registry with the Containerfile's base image can be reached. */
const isRegistryThere = (): Promise<boolean> =>
  fetch('https://registry-1.docker.io/v2/', { signal: AbortSignal.timeout(5000) }).then(
    () => true,
    () => false,
  )

/** buildah with its own temporary storage, so that nothing is left behind. */
const storeAt = (root: string) => {
  const store = ['--root', join(root, 'storage'), '--runroot', join(root, 'run'), '--storage-driver', 'vfs']
  return (...args: string[]): string =>
    execFileSync('buildah', [...store, ...args], {
      encoding: 'utf8',
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
      maxBuffer: 64 * MB,
    }).trim()
}

/** Makes the base image if no registry can be reached: Debian by mmdebstrap, this Node, npm from the npm registry. */
const makeBase = (root: string, buildah: ReturnType<typeof storeAt>): void => {
  const own = join(root, 'node')
  mkdirSync(join(own, 'usr/local/bin'), { recursive: true })
  cpSync(process.execPath, join(own, 'usr/local/bin/node'))
  execFileSync('npm', ['install', '--global', '--silent', '--prefix', join(own, 'usr/local'), 'npm@11'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (existsSync(CERTIFICATES)) {
    mkdirSync(join(own, 'etc/ssl/certs'), { recursive: true })
    cpSync(CERTIFICATES, join(own, CERTIFICATES), { dereference: true })
  }
  const tar = join(root, 'debian.tar')
  execFileSync('mmdebstrap', ['--quiet', '--variant=minbase', '--include=ca-certificates', 'bookworm', tar], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const base = buildah('from', 'scratch')
  buildah('add', base, tar, '/')
  buildah('add', base, own, '/')
  buildah('config', '--env', `NODE_EXTRA_CA_CERTS=${CERTIFICATES}`, base)
  buildah('commit', '--quiet', base, BASE)
  buildah('rm', base)
}

export interface Built {
  /** The image's root file system as a folder. */
  dir: string
  bytes: number
  base: string
  /** The entry point of a container, and its working folder. */
  entrypoint: string[]
  workdir: string
}

/** Builds the Containerfile in a chroot, which needs neither a daemon nor cgroups. */
export const buildImage = async (root: string): Promise<Built> => {
  const buildah = storeAt(root)
  const named = await isRegistryThere()
  if (!named) {
    say('реестра образов отсюда не видно: основа из Debian')
    makeBase(root, buildah)
  }
  say('собираем deploy/Containerfile')
  buildah(
    ...['bud', '--isolation', 'chroot', '--quiet', '--tag', IMAGE, '--file', 'deploy/Containerfile'],
    ...(named ? [] : ['--build-arg', `NODE_IMAGE=${BASE}`]),
    ROOT,
  )
  const dir = buildah('mount', buildah('from', IMAGE))
  const bytes = Number(execFileSync('du', ['-sb', dir], { encoding: 'utf8' }).split('\t')[0])
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', IMAGE)) as {
    OCIv1: { config: { Entrypoint: string[]; WorkingDir: string } }
  }
  const { Entrypoint: entrypoint, WorkingDir: workdir } = OCIv1.config
  return { dir, bytes, entrypoint, workdir, base: named ? 'из реестра' : 'Debian 12 (mmdebstrap)' }
}
