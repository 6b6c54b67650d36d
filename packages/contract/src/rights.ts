import type { Auth, EndpointDeclaration } from './endpoint.ts'
import type { Role } from './roles.ts'

/** The kinds of calls that each role may make. The documents, the server's checks and a test of every call use this table. */
export const MAY: Record<'nobody' | Role, readonly Auth[]> = {
  nobody: ['public'],
  staff: ['public', 'person', 'staff'],
  manager: ['public', 'person', 'staff', 'manager'],
  agent: ['public', 'person', 'agent', 'desk'],
  editor: ['public', 'person', 'editor', 'desk'],
  admin: ['public', 'person', 'manager', 'admin'],
  operator: ['public', 'person', 'operator'],
}

/** The kinds of callers that may make a call; any one of them is enough. */
export const kindsOf = ({ auth }: Pick<EndpointDeclaration, 'auth'>): readonly Auth[] =>
  typeof auth === 'string' ? [auth] : auth

export const mayCall = (who: keyof typeof MAY, call: Pick<EndpointDeclaration, 'auth'>): boolean =>
  kindsOf(call).some((kind) => MAY[who].includes(kind))

/**
 * The scopes of an API key: the calls of a role; `roles`: changing roles, exports and other sensitive calls;
 * `scim`: the people of the business over SCIM.
 */
export const KEY_SCOPES = ['agent', 'editor', 'manager', 'admin', 'roles', 'scim'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

const SCOPES: Partial<Record<Auth, readonly KeyScope[]>> = {
  agent: ['agent'],
  editor: ['editor'],
  manager: ['manager', 'admin'],
  admin: ['admin'],
}

/** The scopes that give a key the rights of this kind of caller. */
export const scopesOf = (kind: Auth): readonly KeyScope[] => SCOPES[kind] ?? []

/** The scopes any one of which lets an API key make the call; empty: no key may make it. */
export const keyScopesOf = (call: EndpointDeclaration): readonly KeyScope[] =>
  call.by_key === false || !call.path.startsWith('desk/') ? [] : [...new Set(kindsOf(call).flatMap(scopesOf))]
