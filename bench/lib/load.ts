import autocannon from 'autocannon'
import type { BenchOptions } from '../bench.ts'
import type { Host } from '../host.ts'

/** Number of connections under load. */
export const CONNECTIONS = 20
const WARM_UP_SECONDS = 3

/** The result of one variant under load. */
export interface Load {
  per_second: number
  /** Microseconds of the server's CPU time for a request. */
  cpu: number
  p50: number
  p99: number
}

/** A route under load: its paths are requested in rotation. */
export interface Variant {
  url: string
  paths: readonly string[]
  headers: Record<string, string>
}

/** Loads a route over {@link CONNECTIONS} connections for `duration` seconds. Throws when any answer is not 2xx. */
const load = async (
  { url, paths, headers }: Variant,
  host: Pick<Host<unknown>, 'cpu'>,
  duration: number,
): Promise<Load> => {
  const before = await host.cpu()
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration,
    requests: paths.map((path) => ({ method: 'GET', path, headers })),
  })
  const bad = result.errors + result.non2xx
  if (bad > 0) throw new Error(`${url}${paths[0]}: ${bad} requests failed`)
  return {
    per_second: result['2xx'] / result.duration,
    cpu: ((await host.cpu()) - before) / result['2xx'],
    p50: result.latency.p50,
    p99: result.latency.p99,
  }
}

/** Warms up, then loads the variants one after another, `options.rounds` times; every second round in reverse order. */
export const interleave = async <Name extends string>(
  names: readonly Name[],
  variants: Record<Name, Variant>,
  host: Pick<Host<unknown>, 'cpu'>,
  options: Pick<BenchOptions, 'rounds' | 'seconds'>,
): Promise<Record<Name, Load>[]> => {
  for (const name of names) await load(variants[name], host, WARM_UP_SECONDS)
  const rounds: Record<Name, Load>[] = []
  for (let round = 0; round < options.rounds; round++) {
    const loads: Partial<Record<Name, Load>> = {}
    for (const name of round % 2 === 0 ? names : names.toReversed())
      loads[name] = await load(variants[name], host, options.seconds)
    rounds.push(loads as Record<Name, Load>)
  }
  return rounds
}
