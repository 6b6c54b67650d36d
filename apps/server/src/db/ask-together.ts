/**
 * Batches the questions asked in one tick of the event loop into one database query: dozens of requests arrive together,
 * thousands after a restart. `ask` returns the answers in the order of the questions.
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
