import { useEffect, useState } from 'react'
import { whenFetched } from './offline/when-fetched.ts'

/** What nobody waits for: null until its code has come, after the page. `load` is asked for once, when it is wanted. */
export function useLate<Code>(load: () => Promise<Code>, isWanted = true): Code | null {
  const [code, setCode] = useState<{ is: Code } | null>(null)
  const isMissing = isWanted && code === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same code, whichever closure names it
  useEffect(() => (isMissing ? whenFetched(load, (is) => setCode({ is })) : undefined), [isMissing])
  return isWanted && code !== null ? code.is : null
}
