import { whenFetched } from '@podmoga/web/start/when-fetched'
import { useEffect, useState } from 'react'

/**
 * Code loaded in the background: null until it has loaded, after the page. `load` is called once `isWanted`, and not again after
 * success.
 */
export function useLate<Code>(load: () => Promise<Code>, isWanted = true): Code | null {
  const [code, setCode] = useState<{ is: Code } | null>(null)
  const isMissing = isWanted && code === null
  // biome-ignore lint/correctness/useExhaustiveDependencies: `load` always loads the same code
  useEffect(() => (isMissing ? whenFetched(load, (is) => setCode({ is })) : undefined), [isMissing])
  return isWanted && code !== null ? code.is : null
}
