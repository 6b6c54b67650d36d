/**
 * Asks the database together what is asked in one turn of the event loop: callers come in dozens, and thousands come back at
 * once after a restart. `ask` answers in the order of the questions.
 */
export const askTogether = <Q, A>(
  ask: (questions: readonly Q[]) => Promise<readonly A[]>,
): ((question: Q) => Promise<A>) => {
  interface Waiting {
    question: Q
    resolve: (answer: A) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []

  const askAll = async (): Promise<void> => {
    const all = waiting
    waiting = []
    try {
      const answers = await ask(all.map(({ question }) => question))
      for (const [at, { resolve }] of all.entries()) resolve(answers[at] as A)
    } catch (error) {
      for (const { reject } of all) reject(error)
    }
  }
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setImmediate(() => void askAll())
    })
}
