import { announce } from '@podmoga/ui/live-region/live-region'
import { addFiles } from '@podmoga/web/files/add-files'
import { type RefObject, useRef, useState } from 'react'
import { TICKETS } from './tickets.texts.ts'

/** A photo or a screenshot of the kinds that a message may carry. */
const isPicture = (file: File): boolean => /\.(jpe?g|png)$/i.test(file.name)

type Limits = Parameters<typeof addFiles>[2]

interface FilesInput {
  latest: RefObject<{ files: readonly File[] }>
  limits: Limits
  setFiles: (files: readonly File[]) => void
}

const ready = async (files: readonly File[]): Promise<File[]> => {
  const { readyPicture } = await import('../lib/pictures.ts')
  const all: File[] = []
  // One after another: each takes tens of megabytes while it is drawn.
  for (const file of files) all.push(isPicture(file) ? await readyPicture(file) : file)
  return all
}

/**
 * Files being chosen for a message: pictures are shrunk on this device first, then all are held against the limits.
 * `whenReady` runs its work once nothing is being shrunk any more.
 */
export function useFiles({ latest, limits, setFiles }: FilesInput) {
  const [problem, setProblem] = useState('')
  const [isPreparing, setPreparing] = useState(false)
  const running = useRef<Promise<void> | null>(null)

  const take = (files: readonly File[], said: string) => {
    const taken = addFiles(latest.current.files, files, limits)
    setProblem([said, taken.problem].filter(Boolean).join(' '))
    setFiles(taken.files)
  }
  const prepare = async (added: readonly File[], said: string, before: Promise<void> | null) => {
    // Without the code that shrinks (no network) they go as they are.
    const files = await ready(added).catch(() => added)
    await before
    take(files, said)
  }
  return {
    problem,
    setProblem,
    /** What to tell while pictures are made ready; null when nothing is to be told. */
    note: isPreparing ? TICKETS.preparing : null,
    /** `said` is what the control itself has already found wrong with other files of the same choice. */
    add: (added: readonly File[], said = '') => {
      if (!added.some(isPicture) && running.current === null) return take(added, said)
      setPreparing(true)
      announce(TICKETS.preparing)
      const mine = prepare(added, said, running.current)
      running.current = mine
      void mine.finally(() => {
        if (running.current !== mine) return
        running.current = null
        setPreparing(false)
      })
    },
    whenReady: (work: () => void) => {
      if (running.current === null) work()
      else void running.current.then(work)
    },
    remove: (file: File) => {
      setProblem('')
      setFiles(latest.current.files.filter((one) => one !== file))
    },
  }
}
