import { drafts } from '../composer/drafts.ts'

/** A field that has a draft open and receives its files. */
export interface DraftField {
  onFile: (file: File) => void
  /** A file failed to load; called with its name. */
  onLost: (name: string) => void
  /** The set of loading files has changed. */
  onChange: () => void
}

interface Coming {
  person: string
  ticketId: string
  name: string
}

type Keep = (person: string, ticketId: string, file: File) => Promise<void>

/**
 * Files loading into drafts of replies. They belong to the draft, not to the field: if the agent leaves the ticket, they
 * still end up in its draft. `keep` adds a file to a draft that no field has open.
 */
export const makeArrivals = (keep: Keep) => {
  const coming = new Set<Coming>()
  const fields = new Map<string, DraftField>()
  let lost: Coming[] = []
  let keeping = Promise.resolve()
  const keyOf = ({ person, ticketId }: Omit<Coming, 'name'>) => `${person}/${ticketId}`
  const fieldOf = (one: Omit<Coming, 'name'>) => fields.get(keyOf(one))
  const isOf = (person: string, ticketId: string) => (one: Coming) =>
    one.person === person && one.ticketId === ticketId

  const put = async (one: Coming, file: File): Promise<void> => {
    const field = fieldOf(one)
    if (field !== undefined) return field.onFile(file)
    // Sequentially: each write reads the files written before it.
    keeping = keeping.then(() => keep(one.person, one.ticketId, file))
    await keeping
    // A field opened in the meantime may have read the draft without this file; it ignores duplicates.
    fieldOf(one)?.onFile(file)
  }
  const lose = (one: Coming): void => {
    const field = fieldOf(one)
    if (field === undefined) lost.push(one)
    else field.onLost(one.name)
  }
  return {
    /** Names of the files still loading for a draft. */
    coming: (person: string, ticketId: string): string[] =>
      [...coming].filter(isOf(person, ticketId)).map(({ name }) => name),
    /** Loads a file into a draft. Never rejects: a failure is reported to the field, now or when it opens. */
    bring: async (
      person: string,
      ticketId: string,
      name: string,
      load: () => Promise<File>,
    ): Promise<void> => {
      const one = { person, ticketId, name }
      coming.add(one)
      fieldOf(one)?.onChange()
      const file = await load().catch(() => null)
      if (!coming.has(one)) return
      if (file === null) lose(one)
      else await put(one, file)
      coming.delete(one)
      fieldOf(one)?.onChange()
    },
    /** Stops waiting for the draft's files; the reply is sent without them. */
    drop: (person: string, ticketId: string): void => {
      for (const one of [...coming].filter(isOf(person, ticketId))) coming.delete(one)
      fields.get(keyOf({ person, ticketId }))?.onChange()
    },
    /** The draft has moved to another ticket: its loading and failed files follow. */
    move: (person: string, from: string, to: string): void => {
      for (const one of [...coming, ...lost].filter(isOf(person, from))) one.ticketId = to
      for (const ticketId of [from, to]) fields.get(keyOf({ person, ticketId }))?.onChange()
    },
    /** Registers a field for a draft; returns the unregister function. */
    open: (person: string, ticketId: string, field: DraftField): (() => void) => {
      const key = keyOf({ person, ticketId })
      fields.set(key, field)
      const reported = lost.filter(isOf(person, ticketId))
      lost = lost.filter((one) => !reported.includes(one))
      for (const { name } of reported) field.onLost(name)
      field.onChange()
      return () => {
        if (fields.get(key) === field) fields.delete(key)
      }
    },
  }
}

export const arrivals = makeArrivals((person, ticketId, file) => drafts.addFiles(person, ticketId, [file]))
