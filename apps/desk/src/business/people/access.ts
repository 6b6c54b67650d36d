import type { AdminPerson } from '@podmoga/contract/desk/people'

type Memberships = Pick<AdminPerson, 'restaurants' | 'desk_roles'>
type DeskRole = AdminPerson['desk_roles'][number]

/** Where a person works and what they do at the desk, while it is being chosen. */
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

/** As the contract has it; whose one tick of «manager» was left alone keeps the role they have in each restaurant. */
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
