import type { AddressKind } from '../profile.api.ts'

/** A code on its way: kept in the tab, so that a reload goes on instead of sending another. */
export interface CodeFlow {
  /** Whose it is: the token's subject. */
  person: string
  /** The e-mail, or the phone in E.164. */
  address: string
  /** Whether it was typed in the step before, or is the address of the profile. */
  is_typed: boolean
  /** History entry that has asked for the code; null before the first ask. */
  entry: string | null
  /** When another code may be asked for, in epoch milliseconds. */
  deadline: number
  is_sent: boolean
  /** Why the address was refused, for the step where it is typed. */
  problem: string
}

const KINDS: readonly AddressKind[] = ['email', 'phone']
const nameOf = (kind: AddressKind) => `code:${kind}`

// Also what is left where the browser refuses storage.
const memory = new Map<AddressKind, CodeFlow>()

const isFlow = (value: unknown): value is CodeFlow =>
  typeof value === 'object' && value !== null && 'address' in value && 'deadline' in value

const read = (kind: AddressKind): CodeFlow | null => {
  const kept = memory.get(kind)
  if (kept !== undefined) return kept
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(nameOf(kind)) ?? 'null')
    return isFlow(value) ? value : null
  } catch {
    return null
  }
}

/** The code that this person is waiting for; null when none. */
export const readFlow = (kind: AddressKind, person: string): CodeFlow | null => {
  const flow = read(kind)
  return flow?.person === person ? flow : null
}

export const writeFlow = (kind: AddressKind, flow: CodeFlow): void => {
  memory.set(kind, flow)
  try {
    sessionStorage.setItem(nameOf(kind), JSON.stringify(flow))
  } catch {
    // Then it lives until the page goes.
  }
}

/** Begins with an address; the code for it is asked for where it is to be typed. */
export const startFlow = (
  kind: AddressKind,
  { person, address, is_typed }: Pick<CodeFlow, 'person' | 'address' | 'is_typed'>,
): void => {
  const before = readFlow(kind, person)
  const isSame = before?.address === address
  const fresh = { entry: null, deadline: 0, is_sent: false, problem: '' }
  writeFlow(kind, { ...(isSame ? before : fresh), person, address, is_typed, problem: '' })
}

/** Forgets every code; on the profile itself nobody waits for one. */
export const clearFlows = (): void => {
  for (const kind of KINDS) {
    memory.delete(kind)
    try {
      sessionStorage.removeItem(nameOf(kind))
    } catch {
      // Nothing was stored then.
    }
  }
}

/** Whether arriving at a history entry asks for a code: once for each entry, and never before the deadline. */
export const shouldSend = (flow: CodeFlow, entry: string, now: number): boolean =>
  flow.entry === null || (flow.entry !== entry && now >= flow.deadline)
