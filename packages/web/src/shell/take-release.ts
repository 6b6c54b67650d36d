/** A file's name without what tells its releases apart: `/desk/assets/ticket-parts`. */
const nameOf = (url: string): string => /^(.*)-[\w-]{8}\.\w+$/.exec(url)?.[1] ?? url

/** What a module of a build cannot begin without. */
const IMPORTED = /(?:from|import)\s*["'`]\.\/([\w.-]+)["'`]/g

/**
 * Fetches into the cache what a later release needs before it takes over: all of its `files` where the app `isWhole`, else
 * those whose earlier release is held, with what they import. What has not changed is there already. Rejects where one does not
 * come; what has come by then stays for the next time.
 */
export const takeRelease = async (
  cache: Pick<Cache, 'keys' | 'match' | 'add'>,
  files: readonly string[],
  isWhole: boolean,
): Promise<void> => {
  const held = new Set((await cache.keys()).map(({ url }) => url))
  const names = new Set([...held].map(nameOf))
  const wanted = new Set(isWhole ? files : files.filter((url) => names.has(nameOf(url))))
  // A set is walked with what is added to it on the way.
  for (const url of wanted) {
    // One after another, and behind what the page itself asks for.
    if (!held.has(url)) await cache.add(new Request(url, { priority: 'low' }))
    if (isWhole || !url.endsWith('.js')) continue
    const code = (await (await cache.match(url))?.text()) ?? ''
    for (const [, file = ''] of code.matchAll(IMPORTED)) {
      const { href } = new URL(file, url)
      if (files.includes(href)) wanted.add(href)
    }
  }
}
