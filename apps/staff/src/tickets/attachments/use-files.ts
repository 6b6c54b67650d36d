import { announce } from '@podmoga/ui/live-region/live-region'
import { addFiles } from '@podmoga/web/files/add-files'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { isPicture } from '../../lib/picture/is-picture.ts'
import { TICKETS } from '../tickets.texts.ts'

/** Converted to JPEG before validation. */
const TURNED = ['.heic', '.heif'] as const

/** File types: those offered, and those accepted in addition. */
export const picksOf = ({ accept }: { accept: readonly string[] }) => ({ accept, alsoTakes: TURNED })

/** A picture that can be edited before sending. */
export const isEditable = (file: File): boolean => /\.(jpe?g|png)$/i.test(file.name)

type Limits = Parameters<typeof addFiles>[2]

/** The files of a draft. */
export interface DraftFilesValue {
  files: readonly File[]
  /**
   * Chosen files that are still being prepared: kept in the draft in their original form until then, so that they are not lost.
   */
  raw?: readonly File[]
}

interface FilesInput {
  latest: RefObject<DraftFilesValue>
  limits: Limits
  setFiles: (value: Required<DraftFilesValue>) => void
  /** The stored draft has been loaded: files that an earlier page was still preparing are prepared now. */
  isReady: boolean
}

/**
 * The files of a message being written: pictures are shrunk on the device first, then all files are validated. `whenReady` runs
 * its callback once nothing is being shrunk.
 */
export function useFiles({ latest, limits, setFiles, isReady }: FilesInput) {
  const [problem, setProblem] = useState('')
  const [isPreparing, setPreparing] = useState(false)
  const running = useRef<Promise<void> | null>(null)
  const isGone = useRef(false)
  const isAwaited = useRef(false)

  const rawNow = () => latest.current.raw ?? []
  const change = (files: readonly File[]) => setFiles({ files, raw: rawNow() })
  const take = (files: readonly File[], inputProblem: string, raw = rawNow()) => {
    const taken = addFiles(latest.current.files, files, limits)
    setProblem([inputProblem, taken.problem].filter(Boolean).join(' '))
    setFiles({ files: taken.files, raw })
  }
  const prepare = async (added: readonly File[], inputProblem: string, before: Promise<void> | null) => {
    // If the shrinking code cannot be loaded (no network), files are sent unchanged.
    const { files, problem } = await import('../../lib/picture/pictures.ts')
      .then(({ readyFiles }) => readyFiles(added))
      .catch(() => ({ files: added, problem: '' }))
    await before
    // After the page is left, the draft keeps the originals. If sending is waiting for them, it continues all the same.
    if (isGone.current && !isAwaited.current) return
    const rest = rawNow().filter((file) => !added.includes(file))
    take(files, [inputProblem, problem].filter(Boolean).join(' '), rest)
  }
  const start = (added: readonly File[], inputProblem: string) => {
    setPreparing(true)
    announce(TICKETS.preparing)
    const mine = prepare(added, inputProblem, running.current)
    running.current = mine
    void mine.finally(() => {
      if (running.current !== mine) return
      running.current = null
      setPreparing(false)
    })
  }
  const resume = useEffectEvent(() => {
    const left = rawNow()
    if (left.length > 0 && running.current === null) start(left, '')
  })
  useEffect(() => {
    if (isReady) resume()
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
    /** The status text while pictures are prepared, else null. */
    note: isPreparing ? TICKETS.preparing : null,
    /** `inputProblem`: the input's own error about other files of the same selection. */
    add: (added: readonly File[], inputProblem = '') => {
      if (!added.some(isPicture) && running.current === null) return take(added, inputProblem)
      setFiles({ files: latest.current.files, raw: [...rawNow(), ...added] })
      start(added, inputProblem)
    },
    whenReady: (work: () => void) => {
      if (running.current === null) return work()
      isAwaited.current = true
      void running.current.then(() => {
        isAwaited.current = false
        work()
      })
    },
    /** Replaces a file, e.g. by its edited version: covered parts of the original are never sent. */
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
