/** Who listens to what: the open streams of each topic, a topic without any being forgotten. */
export const makeSubscribers = <S>() => {
  const byTopic = new Map<string, Set<S>>()
  return {
    add: (topic: string, subscriber: S): void => {
      byTopic.set(topic, (byTopic.get(topic) ?? new Set()).add(subscriber))
    },
    remove: (topic: string, subscriber: S): void => {
      const own = byTopic.get(topic)
      own?.delete(subscriber)
      if (own?.size === 0) byTopic.delete(topic)
    },
    of: (topic: string): S[] => [...(byTopic.get(topic) ?? [])],
    all: (): S[] => [...byTopic.values()].flatMap((own) => [...own]),
    topics: (): string[] => [...byTopic.keys()],
    has: (topic: string): boolean => byTopic.has(topic),
    clear: (): void => byTopic.clear(),
  }
}
