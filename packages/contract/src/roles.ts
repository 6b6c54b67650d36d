/** Roles at the desk of a business, lowest first. */
export const DESK_ROLES = ['agent', 'editor', 'admin'] as const

/** Every role, lowest first. A `manager` manages certain restaurants, an `operator` the installation. */
export const ROLES = ['staff', 'manager', ...DESK_ROLES, 'operator'] as const
export type Role = (typeof ROLES)[number]
