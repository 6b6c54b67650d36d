import { announce } from '@podmoga/ui/live-region/live-region'
import { addFiles } from '@podmoga/web/files/add-files'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { TICKETS } from '../tickets.texts.ts'

/** What becomes a JPEG here before anything is held against it. */
const TURNED = ['.heic', '.heif'] as const

/** What a person may pick: what is offered, and what is taken without being offered. */
export const picksOf = ({ accept }: { accept: readonly string[] }) => ({ accept, alsoTakes: TURNED })

/** A photo or a screenshot of the kinds that a message may carry, or that can be made one. */
const isPicture = (file: File): boolean => /\.(jpe?g|png|hei[cf])$/i.test(file.name)

/** A picture that is being sent, and may be worked on first. */
export const isEditable = (file: File): boolean => /\.(jpe?g|png)$/i.test(file.name)

type Limits = Parameters<typeof addFiles>[2]

/** What a draft holds of files. */
export interface DraftFilesValue {
  files: readonly File[]
  /** Chosen, and being made ready: they stand in the draft as they came until then, so that nothing takes them away. */
  raw?: readonly File[]
}

interface FilesInput {
  latest: RefObject<DraftFilesValue>
  limits: Limits
  setFiles: (value: Required<DraftFilesValue>) => void
  /** The draft has come from the device: what an earlier page was making ready is made ready here. */
  isReady: boolean
}

/**
 * Files being chosen for a message: pictures are shrunk on this device first, then all are held against the limits.
 * `whenReady` runs its work once nothing is being shrunk any more.
 */
export function useFiles({ latest, limits, setFiles, isReady }: FilesInput) {
  const [problem, setProblem] = useState('')
  const [isPreparing, setPreparing] = useState(false)
  const running = useRef<Promise<void> | null>(null)
  const isGone = useRef(false)
  const isAwaited = useRef(false)

  const rawNow = () => latest.current.raw ?? []
  const change = (files: readonly File[]) => setFiles({ files, raw: rawNow() })
  const take = (files: readonly File[], said: string, raw = rawNow()) => {
    const taken = addFiles(latest.current.files, files, limits)
    setProblem([said, taken.problem].filter(Boolean).join(' '))
    setFiles({ files: taken.files, raw })
  }
  const prepare = async (added: readonly File[], said: string, before: Promise<void> | null) => {
    // Without the code that shrinks (no network) they go as they are.
    const { files, problem } = await import('../../lib/picture/pictures.ts')
      .then(({ readyFiles }) => readyFiles(added, isPicture))
      .catch(() => ({ files: added, problem: '' }))
    await before
    // Whoever comes back finds them in the draft as they came. What was sent off goes on without its page.
    if (isGone.current && !isAwaited.current) return
    const rest = rawNow().filter((file) => !added.includes(file))
    take(files, [said, problem].filter(Boolean).join(' '), rest)
  }
  const start = (added: readonly File[], said: string) => {
    setPreparing(true)
    announce(TICKETS.preparing)
    const mine = prepare(added, said, running.current)
    running.current = mine
    void mine.finally(() => {
      if (running.current !== mine) return
      running.current = null
      setPreparing(false)
    })
  }
  const goOn = useEffectEvent(() => {
    const left = rawNow()
    if (left.length > 0 && running.current === null) start(left, '')
  })
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return {
    problem,
    setProblem,
    /** What to tell while pictures are made ready; null when nothing is to be told. */
    note: isPreparing ? TICKETS.preparing : null,
    /** `said` is what the control itself has already found wrong with other files of the same choice. */
    add: (added: readonly File[], said = '') => {
      if (!added.some(isPicture) && running.current === null) return take(added, said)
      setFiles({ files: latest.current.files, raw: [...rawNow(), ...added] })
      start(added, said)
    },
    whenReady: (work: () => void) => {
      if (running.current === null) return work()
      isAwaited.current = true
      void running.current.then(() => {
        isAwaited.current = false
        work()
      })
    },
    /** Puts another file in the place of one: what was covered in a picture goes nowhere. */
    replace: (file: File, by: File) => {
      setProblem('')
      change(latest.current.files.map((one) => (one === file ? by : one)))
    },
    remove: (file: File) => {
      setProblem('')
      change(latest.current.files.filter((one) => one !== file))
    },
  }
}
