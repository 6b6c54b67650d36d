/** Roles at the desk of a business, lowest first. */
export const DESK_ROLES = ['agent', 'editor', 'admin'] as const

/** Every role: what a person may do, lowest first. `manager` is of named restaurants, `operator` of the installation. */
export const ROLES = ['staff', 'manager', ...DESK_ROLES, 'operator'] as const
export type Role = (typeof ROLES)[number]
