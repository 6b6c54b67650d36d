/** The options of a run; every bench reads those that concern it. */
export interface BenchOptions {
  /** Seconds of load for one variant in one round. */
  seconds: number
  /** How often the variants alternate. */
  rounds: number
  /** Number of tickets in the small and the large base; each has five times as many messages. */
  small: number
  large: number
  /** How often everything is killed. */
  kills: number
  /** A folder that keeps the generated base for the next run; undefined: a temporary one. */
  data: string | undefined
  /** Names of the screens to measure, separated by commas; undefined: all. */
  screen: string | undefined
  /** How many minutes of a desk's day are simulated. */
  minutes: number
  /** Tickets of the business that moves from cell to cell. */
  tickets: number
  /** Live streams that are open at once. */
  streams: number
  /** Patroni's `ttl`, in seconds. */
  ttl: number
  /** Requests a second of the load for hours. */
  rate: number
  /** Another checkout of the product, which a bench compares with this one. */
  before: string | undefined
}

/** One bench: a name for the command line and a report in Markdown. */
export interface Bench {
  name: string
  title: string
  run: (options: BenchOptions) => Promise<string>
}

/** Prints progress to stderr, so that stdout contains only tables. */
export const say = (line: string): void => void process.stderr.write(`  ${line}\n`)
