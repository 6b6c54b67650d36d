import { DESK_ROLES } from '@podmoga/contract/roles'
import { Checkbox } from '@podmoga/ui/checkbox/checkbox'
import { FieldError } from '@podmoga/ui/field/field'
import { useQuery } from '@tanstack/react-query'
import { toggled } from '../../lib/many-choice.tsx'
import { useScope } from '../../lib/scope.tsx'
import { restaurantsQuery } from '../business.api.ts'
import styles from '../business.module.css'
import { BUSINESS, PEOPLE } from '../business.texts.ts'
import type { Access } from './access.ts'
import { RestaurantChoice } from './restaurant-choice.tsx'

interface AccessFieldsProps {
  access: Access
  onChange: (access: Access) => void
  error?: string | undefined
}

/** Restaurants and roles to choose; a manager sees only their own restaurants. */
export function AccessFields({ access, onChange, error }: AccessFieldsProps) {
  const { me, call } = useScope()
  const isAdmin = me.roles.includes('admin')
  const { data } = useQuery(restaurantsQuery(call))
  const open = data?.restaurants.filter(({ archived_at }) => archived_at === null) ?? []
  return (
    <>
      <fieldset className={styles.choices}>
        <legend>{PEOPLE.where}</legend>
        <RestaurantChoice
          restaurants={open}
          chosen={access.restaurants}
          onChange={(restaurants) => onChange({ ...access, restaurants })}
        />
        {isAdmin && access.restaurants.length > 0 && (
          <Checkbox
            checked={access.is_manager}
            onChange={() => onChange({ ...access, is_manager: !access.is_manager })}
          >
            {PEOPLE.is_manager}
          </Checkbox>
        )}
        {error && <FieldError>{error}</FieldError>}
      </fieldset>
      {isAdmin && (
        <fieldset className={styles.choices}>
          <legend>{PEOPLE.desk}</legend>
          {DESK_ROLES.map((role) => (
            <Checkbox
              key={role}
              checked={access.desk_roles.includes(role)}
              onChange={() => onChange({ ...access, desk_roles: toggled(access.desk_roles, role) })}
            >
              {BUSINESS.role[role]}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  )
}
