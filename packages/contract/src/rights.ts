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

/**
 * What an API key may be lent: the calls of a role, `roles`: roles, exports and whatever else weighs,
 * and `scim`: the people of the business over SCIM.
 */
export const KEY_SCOPES = ['agent', 'editor', 'manager', 'admin', 'roles', 'scim'] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scopes of which one opens a call to an API key; empty: no key opens it. */
export const keyScopesOf = ({ auth, path, by_key }: EndpointDeclaration): readonly KeyScope[] => {
  if (by_key === false || !path.startsWith('desk/')) return []
  if (auth === 'manager') return ['manager', 'admin']
  return auth === 'agent' || auth === 'editor' || auth === 'admin' ? [auth] : []
}
