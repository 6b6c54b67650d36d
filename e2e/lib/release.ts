import { createServer, request } from 'node:http'

/** A proxy in front of a server that can serve the service worker of the next release. */
export interface Release {
  url: string
  /** From now on another worker is served, which is named `next`. */
  next: () => void
  /** The next page is sent in two halves, `ms` milliseconds apart. */
  slow: (ms: number) => void
  close: () => void
}

/** Starts a proxy whose release can change while browsers use it: it forwards all answers except the worker's. */
export const startRelease = async (url: string): Promise<Release> => {
  let isNext = false
  let halves = 0
  const server = createServer((asked, answer) => {
    // The answer is modified here, so it must not be compressed.
    const { 'accept-encoding': _, ...headers } = asked.headers
    const onward = request(new URL(asked.url ?? '/', url), { method: asked.method, headers }, (given) => {
      const { 'content-length': length, ...rest } = given.headers
      const isChanged = isNext && asked.url === '/service-worker.js'
      const isPage = given.headers['content-type']?.startsWith('text/html') === true
      answer.writeHead(given.statusCode ?? 502, isChanged ? rest : given.headers)
      if (isPage && halves > 0) {
        const ms = halves
        halves = 0
        return void given.once('data', (page: Buffer) => {
          given.pause()
          answer.write(page.subarray(0, page.length / 2))
          setTimeout(() => {
            answer.write(page.subarray(page.length / 2))
            given.pipe(answer)
          }, ms)
        })
      }
      given.pipe(answer, { end: !isChanged })
      if (isChanged) given.on('end', () => answer.end('\nself.release = "next"\n'))
    })
    onward.on('error', () => answer.destroy())
    answer.on('close', () => onward.destroy())
    asked.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://localhost:${address.port}`,
    next: () => {
      isNext = true
    },
    slow: (ms) => {
      halves = ms
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
