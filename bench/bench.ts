/** What a run was asked for; every bench reads what concerns it. */
export interface BenchOptions {
  /** Seconds of load for one variant in one round. */
  seconds: number
  /** How often the variants take turns. */
  rounds: number
  /** Tickets of the small and the large base; each has five times as many messages. */
  small: number
  large: number
  /** How often everything is killed. */
  kills: number
  /** A folder to keep the generated base in, for the next run; undefined: a temporary one. */
  data: string | undefined
  /** Names of the screens to look at, with commas; undefined: all. */
  screen: string | undefined
  /** How long a day of the desk is played. */
  minutes: number
  /** Tickets of the business that moves from cell to cell. */
  tickets: number
  /** Live streams that are open at once. */
  streams: number
  /** Patroni's, seconds. */
  ttl: number
  /** Requests a second of the load for hours. */
  rate: number
  /** Another checkout of the product, which a bench compares with this one. */
  before: string | undefined
}

/** One subject of measurement: a name for the command line and a report in Markdown. */
export interface Bench {
  name: string
  title: string
  run: (options: BenchOptions) => Promise<string>
}

/** Progress goes to stderr, so that stdout holds nothing but tables. */
export const say = (line: string): void => void process.stderr.write(`  ${line}\n`)
