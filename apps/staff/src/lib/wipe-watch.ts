import { uuid } from '@podmoga/contract/uuid'
import { withLock } from '@podmoga/web/locks'
import { localDb } from './local-db.ts'

const MARK = 'mark'

/**
 * Tells, each time it is called, whether everything that this browser keeps was wiped since it was called before: what is
 * not there any more was then not taken by another tab.
 */
export const makeWipeWatch = (): (() => Promise<boolean>) => {
  let known: string | null = null
  return () =>
    withLock('mark', async () => {
      const found = await localDb.get<string>('drafts', MARK)
      const isWiped = known !== null && found !== known
      known = found ?? uuid()
      if (found === null) await localDb.put('drafts', MARK, known)
      return isWiped
    })
}
