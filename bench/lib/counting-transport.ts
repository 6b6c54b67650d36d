import { setTimeout as pause } from 'node:timers/promises'
import type { Transport } from '@podmoga/contract/client'
import { fetchTransport } from '@podmoga/contract/transports'

/** A person also retries only after a moment. */
const AFTER_FAILURE_MS = 500

/** Counts the answers to writers by status; a missing answer has none. */
export const makeCounter = () => {
  const answers = new Map<string, number>()
  const transport: Transport = async (request) => {
    const count = (what: string) => answers.set(what, (answers.get(what) ?? 0) + 1)
    try {
      const answer = await fetchTransport(request)
      count(String(answer.status))
      if (answer.status !== 200) await pause(AFTER_FAILURE_MS)
      return answer
    } catch (error) {
      count('без ответа')
      await pause(AFTER_FAILURE_MS)
      throw error
    }
  }
  return { answers, transport }
}
