import type { AdminPerson } from '@podmoga/contract/desk/people'

type Memberships = Pick<AdminPerson, 'restaurants' | 'desk_roles'>
type DeskRole = AdminPerson['desk_roles'][number]

/** A person's restaurants and desk roles in the form. */
export interface Access {
  restaurants: readonly string[]
  is_manager: boolean
  desk_roles: readonly DeskRole[]
}

export const accessOf = (person: Memberships): Access => ({
  restaurants: person.restaurants.map(({ id }) => id),
  is_manager: person.restaurants.some(({ role }) => role === 'manager'),
  desk_roles: person.desk_roles,
})

const merged = <T>(mine: readonly T[], seen: readonly T[], theirs: readonly T[]): T[] => [
  ...theirs.filter((one) => mine.includes(one) || !seen.includes(one)),
  ...mine.filter((one) => !seen.includes(one) && !theirs.includes(one)),
]

/** Three-way merge with another admin's concurrent change: both admins' ticks and unticks are kept. */
export const rebasedAccess = (mine: Access, seen: Access, theirs: Access): Access => ({
  restaurants: merged(mine.restaurants, seen.restaurants, theirs.restaurants),
  is_manager: mine.is_manager === seen.is_manager ? theirs.is_manager : mine.is_manager,
  desk_roles: merged(mine.desk_roles, seen.desk_roles, theirs.desk_roles),
})

/** The contract's form. If the single "manager" tick was not changed, the person keeps their role in each restaurant. */
export const wireAccess = ({ restaurants, is_manager, desk_roles }: Access, was?: Memberships) => {
  const all = is_manager ? ('manager' as const) : ('staff' as const)
  const isLeft = was?.restaurants.some(({ role }) => role === 'manager') === is_manager
  const roles = new Map(isLeft ? was.restaurants.map(({ id, role }) => [id, role]) : [])
  return {
    restaurants: restaurants.map((id) => ({ id, role: roles.get(id) ?? all })),
    desk_roles: [...desk_roles],
    ...(was && {
      was: { restaurants: was.restaurants.map(({ id, role }) => ({ id, role })), desk_roles: was.desk_roles },
    }),
  }
}
