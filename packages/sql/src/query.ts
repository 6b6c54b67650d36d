import type { Rows } from './exchange.ts'
import { compose, type Draft, type Fragment, type Statement, writeTemplate } from './statement.ts'
import { FRAGMENT } from './values.ts'

/** The rows, and the number of rows read or affected. */
export type Answer<T extends readonly unknown[]> = T & { readonly count: number }

/**
 * A statement that is sent once, when it is awaited. Used inside another template it becomes a part of that statement instead.
 */
export class Query<T extends readonly unknown[]> implements Promise<Answer<T>>, Fragment {
  readonly [FRAGMENT] = true
  readonly [Symbol.toStringTag] = 'Query'
  private readonly strings: readonly string[]
  private readonly values: readonly unknown[]
  private readonly run: (statement: Statement) => Promise<Rows>
  private readonly raw: boolean
  private sent: Promise<Answer<T>> | undefined

  constructor(
    run: (statement: Statement) => Promise<Rows>,
    strings: readonly string[],
    values: readonly unknown[],
    raw = false,
  ) {
    this.run = run
    this.strings = strings
    this.values = values
    this.raw = raw
  }

  writeTo(out: Draft): void {
    writeTemplate(out, this.strings, this.values)
  }

  // biome-ignore lint/suspicious/noThenProperty: awaiting a query sends it.
  then<A = Answer<T>, B = never>(
    onAnswer?: ((rows: Answer<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.send().then(onAnswer, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Answer<T> | B> {
    return this.send().catch(onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Answer<T>> {
    return this.send().finally(onEnd)
  }

  private send(): Promise<Answer<T>> {
    this.sent ??= this.start()
    return this.sent
  }

  /** The statement in the form in which it is sent. */
  statement(): Statement {
    return this.raw
      ? { text: this.strings.join(''), values: [], name: undefined }
      : compose((out) => this.writeTo(out))
  }

  private async start(): Promise<Answer<T>> {
    // Only the author of the statement knows its columns.
    return (await this.run(this.statement())) as unknown as Answer<T>
  }
}
