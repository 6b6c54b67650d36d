import type { Auth, EndpointDeclaration } from './endpoint.ts'
import type { Role } from './roles.ts'

/** The table of rights: which kinds of calls are open to whom. The documents, the server's walls and the walk of every call go by it. */
export const MAY: Record<'nobody' | Role, readonly Auth[]> = {
  nobody: ['public'],
  staff: ['public', 'person', 'staff'],
  manager: ['public', 'person', 'staff', 'manager'],
  agent: ['public', 'person', 'agent', 'desk'],
  editor: ['public', 'person', 'editor', 'desk'],
  admin: ['public', 'person', 'manager', 'admin'],
  operator: ['public', 'person', 'operator'],
}

/** Who may make a call: one kind of callers, or any of several. */
export const kindsOf = ({ auth }: Pick<EndpointDeclaration, 'auth'>): readonly Auth[] =>
  typeof auth === 'string' ? [auth] : auth

export const mayCall = (who: keyof typeof MAY, call: Pick<EndpointDeclaration, 'auth'>): boolean =>
  kindsOf(call).some((kind) => MAY[who].includes(kind))

/**
 * What an API key may be lent: the calls of a role, `roles`: roles, exports and whatever else weighs,
 * and `scim`: the people of the business over SCIM.
 */
export const KEY_SCOPES = ['agent', 'editor', 'manager', 'admin', 'roles', 'scim'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const SCOPES: Partial<Record<Auth, readonly KeyScope[]>> = {
  agent: ['agent'],
  editor: ['editor'],
  manager: ['manager', 'admin'],
  admin: ['admin'],
}

/** The scopes that lend a key what callers of this kind may do. */
export const scopesOf = (kind: Auth): readonly KeyScope[] => SCOPES[kind] ?? []

/** The scopes of which one opens a call to an API key; empty: no key opens it. */
export const keyScopesOf = (call: EndpointDeclaration): readonly KeyScope[] =>
  call.by_key === false || !call.path.startsWith('desk/') ? [] : [...new Set(kindsOf(call).flatMap(scopesOf))]
