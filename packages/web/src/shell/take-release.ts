/** A file's name without its hash and extension, the same in all releases: `/desk/assets/ticket-parts`. */
const nameOf = (url: string): string => /^(.*)-[\w-]{8}\.\w+$/.exec(url)?.[1] ?? url

/** Static imports of a built module. */
const IMPORTED = /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g

/**
 * Caches what a new release needs before it takes over: all its `files` if `isWhole`, otherwise those that are cached in an
 * earlier release, with their imports. Unchanged files are cached already. Rejects if a file fails to load; files cached
 * until then are kept for the next attempt.
 */
export const takeRelease = async (
  cache: Pick<Cache, 'keys' | 'match' | 'add'>,
  files: readonly string[],
  isWhole: boolean,
): Promise<void> => {
  const held = new Set((await cache.keys()).map(({ url }) => url))
  const names = new Set([...held].map(nameOf))
  const wanted = new Set(isWhole ? files : files.filter((url) => names.has(nameOf(url))))
  // Iterating a set includes items added during the loop.
  for (const url of wanted) {
    // One by one, with a lower priority than the page's own requests.
    if (!held.has(url)) await cache.add(new Request(url, { priority: 'low' }))
    if (isWhole || !url.endsWith('.js')) continue
    const code = (await (await cache.match(url))?.text()) ?? ''
    for (const [, file = ''] of code.matchAll(IMPORTED)) {
      const { href } = new URL(file, url)
      if (files.includes(href)) wanted.add(href)
    }
  }
}
