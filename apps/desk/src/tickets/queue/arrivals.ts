import { drafts } from '../composer/drafts.ts'

/** The field that is open on a draft: what has come goes into it. */
export interface DraftField {
  onFile: (file: File) => void
  /** A file did not open; by its name. */
  onLost: (name: string) => void
  /** More or fewer are on their way than before. */
  onChange: () => void
}

interface Coming {
  person: string
  ticketId: string
  name: string
}

type Keep = (person: string, ticketId: string, file: File) => Promise<void>

/**
 * Files on their way into the draft of a reply. They belong to the draft, not to the field: whoever leaves the ticket
 * finds them in it, and they come into no other. `keep` puts one into a draft that nobody is at.
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
    // One after another: each is added to those before it.
    keeping = keeping.then(() => keep(one.person, one.ticketId, file))
    await keeping
    // Who has come back meanwhile may have read the draft without it; a file that stands there already is not doubled.
    fieldOf(one)?.onFile(file)
  }
  const lose = (one: Coming): void => {
    const field = fieldOf(one)
    if (field === undefined) lost.push(one)
    else field.onLost(one.name)
  }
  return {
    /** Names of those that a draft still waits for. */
    coming: (person: string, ticketId: string): string[] =>
      [...coming].filter(isOf(person, ticketId)).map(({ name }) => name),
    /** Loads a file into a draft. Never rejects: one that does not open is told to the field, at once or when it opens. */
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
    /** Waits for none of them any longer: the reply goes without them. */
    drop: (person: string, ticketId: string): void => {
      for (const one of [...coming].filter(isOf(person, ticketId))) coming.delete(one)
      fields.get(keyOf({ person, ticketId }))?.onChange()
    },
    /** The draft goes on as that of another ticket, and what comes for it goes along. */
    move: (person: string, from: string, to: string): void => {
      for (const one of [...coming, ...lost].filter(isOf(person, from))) one.ticketId = to
      for (const ticketId of [from, to]) fields.get(keyOf({ person, ticketId }))?.onChange()
    },
    /** A field opens on a draft; the answer closes it. */
    open: (person: string, ticketId: string, field: DraftField): (() => void) => {
      const key = keyOf({ person, ticketId })
      fields.set(key, field)
      const said = lost.filter(isOf(person, ticketId))
      lost = lost.filter((one) => !said.includes(one))
      for (const { name } of said) field.onLost(name)
      field.onChange()
      return () => {
        if (fields.get(key) === field) fields.delete(key)
      }
    },
  }
}

export const arrivals = makeArrivals((person, ticketId, file) => drafts.addFiles(person, ticketId, [file]))
