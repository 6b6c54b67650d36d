import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import type { Call } from '@podmoga/contract/client'
import type { startTestS3 } from '../../../apps/server/src/ports/testing-s3.ts'
import { type AppProcess, killFamily, signalFamily } from '../../app-process.ts'
import { openCall } from '../../lib/crash-writers.ts'
import type { openDatabase } from './database.ts'
import type { openDisk } from './disk.ts'
import type { openLine } from './line.ts'
import type { openMail } from './mail.ts'

export const FAKETIME = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const ADMIN = { login: 'admin@demo.test', password: 'Demo-admin-1' }
const RESTAURANT = '1'
const POWER_CUTS = 3

export interface Bed {
  app: AppProcess
  restart: (more?: Record<string, string>) => Promise<void>
  database: ReturnType<typeof openDatabase>
  line: ReturnType<typeof openLine>
  /** The disk of the server, and the disk of its database. */
  files: ReturnType<typeof openDisk>
  rows: ReturnType<typeof openDisk>
  mail: Awaited<ReturnType<typeof openMail>>
}

export type Faults<B> = Readonly<Record<string, (bed: B) => Promise<void>>>

const upAgain = async ({ database }: Bed): Promise<void> => {
  for (let left = 30; left > 0 && !database.isUp(); left -= 1) {
    database.start()
    await pause(500)
  }
}

/** Both machines lose at once everything that is only in memory. */
const cutPower = async (bed: Bed): Promise<void> => {
  killFamily(bed.database.pid())
  await bed.app.kill()
  bed.files.keep()
  bed.rows.keep()
  await bed.files.back()
  await bed.rows.back()
  await upAgain(bed)
  await bed.restart()
}

/** The faults; each settles when the installation is repaired. */
export const FAULTS: Faults<Bed> = {
  'сервер: kill -9 и запуск': async (bed) => {
    await bed.app.kill()
    await bed.restart()
  },
  'сервер: SIGTERM посреди запросов и запуск': async (bed) => {
    await bed.app.end()
    await bed.restart()
  },
  'сервер замер на 5 с (SIGSTOP)': async ({ app }) => {
    signalFamily(app.pid, 'SIGSTOP')
    await pause(5000)
    signalFamily(app.pid, 'SIGCONT')
  },
  'PostgreSQL: kill -9 одного из процессов': async (bed) => {
    const [backend] = execFileSync('pgrep', ['-P', String(bed.database.pid()), '-f', 'app app'], {
      encoding: 'utf8',
    }).split('\n')
    process.kill(Number(backend), 'SIGKILL')
    await upAgain(bed)
  },
  'PostgreSQL: kill -9 целиком и запуск': async (bed) => {
    signalFamily(bed.database.pid(), 'SIGKILL')
    await pause(500)
    await upAgain(bed)
  },
  'PostgreSQL замер на 10 с (SIGSTOP)': async ({ database }) => {
    const pid = database.pid()
    signalFamily(pid, 'SIGSTOP')
    await pause(10_000)
    signalFamily(pid, 'SIGCONT')
  },
  'соединения с базой рвутся 5 с': async ({ line }) => {
    line.become('cut')
    await pause(5000)
    line.become('open')
  },
  'чёрная дыра между сервером и базой, 10 с': async ({ line }) => {
    line.become('silent')
    await pause(10_000)
    line.become('open')
  },
  'диск файлов полон 5 с': async ({ files }) => {
    files.fill()
    await pause(5000)
    files.empty()
  },
  'диск базы полон 5 с': async (bed) => {
    bed.rows.fill()
    await pause(5000)
    bed.rows.empty()
    await upAgain(bed)
  },
  'часы на сутки вперёд, потом назад': async (bed) => {
    for (const shift of ['+1d', '+0d']) {
      await bed.app.end()
      await bed.restart({ LD_PRELOAD: FAKETIME, FAKETIME: shift, FAKETIME_DONT_FAKE_MONOTONIC: '1' })
      await pause(3000)
    }
    await bed.app.end()
    await bed.restart()
  },
  'питание пропало трижды: что не дошло до диска, потеряно': async (bed) => {
    for (let left = POWER_CUTS; left > 0; left -= 1) {
      await cutPower(bed)
      await pause(3000)
    }
  },
  'почта молчит 20 с': async ({ app, mail }) => {
    const call: Call = await openCall(app.url, { ...ADMIN, restaurant_id: RESTAURANT })
    mail.hold(true)
    for (let left = 5; left > 0; left -= 1) {
      await mail.invite(call, RESTAURANT)
      await pause(4000)
    }
    mail.hold(false)
  },
}

/** An installation with files in an S3 store. */
export interface Stored {
  s3: Awaited<ReturnType<typeof startTestS3>>
}

export const STORE_FAULTS: Faults<Stored> = {
  'хранилище S3 молчит 15 с': async ({ s3 }) => {
    s3.faults.set('*', 'hangs')
    await pause(15_000)
    s3.faults.clear()
  },
  'хранилище S3 отвечает 500 пять секунд': async ({ s3 }) => {
    s3.faults.set('*', 500)
    await pause(5000)
    s3.faults.clear()
  },
}
