import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** Mounts a file system of a given size in an image, which can be filled up. `store`: the folder of the image. */
export const openDisk = (dir: string, store: string, megabytes: number) => {
  mkdirSync(dir)
  const image = join(store, `${dir.split('/').at(-1)}.img`)
  const mount = () => {
    execFileSync('mount', ['-o', 'loop', image, dir])
    chmodSync(dir, 0o755)
  }
  execFileSync('truncate', ['-s', `${megabytes}m`, image])
  execFileSync('mkfs.ext4', ['-q', '-m', '0', image])
  mount()
  const ballast = join(dir, 'ballast')
  const unsynced = join(dir, 'unsynced')
  const unmount = async (): Promise<void> => {
    // A killed process may still hold files open.
    for (let left = 50; left > 0 && spawnSync('umount', [dir]).status !== 0; left -= 1) await pause(100)
  }
  return {
    fill: () => void spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=64k'], { stdio: 'ignore' }),
    empty: () => rmSync(ballast, { force: true }),
    /** Saves the present state of the disk: with synced data, without data that is still in the system's memory. */
    keep: () => {
      writeFileSync(unsynced, 'lost')
      execFileSync('cp', ['--sparse=always', image, `${image}.kept`])
    },
    /** Restores the saved state, as after a power cut. Throws if the disk has more than that. */
    back: async (): Promise<void> => {
      await unmount()
      renameSync(`${image}.kept`, image)
      mount()
      if (existsSync(unsynced) && readFileSync(unsynced, 'utf8') !== '')
        throw new Error('Питание не пропало: несохранённое осталось на диске.')
      rmSync(unsynced, { force: true })
    },
    close: () => void spawnSync('umount', ['-l', dir]),
  }
}
