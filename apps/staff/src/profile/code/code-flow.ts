import type { AddressKind } from '../profile.api.ts'

/** A code that was requested: kept in the tab, so that a reload continues instead of sending another. */
export interface CodeFlow {
  /** Owner: the token's subject. */
  person: string
  /** The e-mail, or the phone in E.164. */
  address: string
  /** True if typed in the previous step, false if it is the profile's own address. */
  is_typed: boolean
  /** Key of the history entry that requested the code; null before the first request. */
  entry: string | null
  /** When another code may be requested, in epoch milliseconds. */
  deadline: number
  is_sent: boolean
  /** Why the address was refused, for the step where it is entered. */
  problem: string
}

const KINDS: readonly AddressKind[] = ['email', 'phone']
const nameOf = (kind: AddressKind) => `code:${kind}`

// Also the fallback where the browser refuses storage.
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

/** This user's pending code; null if there is none. */
export const readFlow = (kind: AddressKind, person: string): CodeFlow | null => {
  const flow = read(kind)
  return flow?.person === person ? flow : null
}

export const writeFlow = (kind: AddressKind, flow: CodeFlow): void => {
  memory.set(kind, flow)
  try {
    sessionStorage.setItem(nameOf(kind), JSON.stringify(flow))
  } catch {
    // Without storage it lasts until the page is closed.
  }
}

/** Starts with an address; its code is requested on the step where it is entered. */
export const startFlow = (
  kind: AddressKind,
  { person, address, is_typed }: Pick<CodeFlow, 'person' | 'address' | 'is_typed'>,
): void => {
  const before = readFlow(kind, person)
  const isSame = before?.address === address
  const fresh = { entry: null, deadline: 0, is_sent: false, problem: '' }
  writeFlow(kind, { ...(isSame ? before : fresh), person, address, is_typed, problem: '' })
}

/** Deletes all pending codes: none is awaited on the profile itself. */
export const clearFlows = (): void => {
  for (const kind of KINDS) {
    memory.delete(kind)
    try {
      sessionStorage.removeItem(nameOf(kind))
    } catch {
      // Nothing was stored.
    }
  }
}

/** Whether a history entry requests a code on arrival: once for each entry, and never before the deadline. */
export const shouldSend = (flow: CodeFlow, entry: string, now: number): boolean =>
  flow.entry === null || (flow.entry !== entry && now >= flow.deadline)
