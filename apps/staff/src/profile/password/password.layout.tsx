import { createContext, type RefObject, use, useRef } from 'react'
import { Outlet, useOutletContext } from 'react-router'

const OldPassword = createContext<RefObject<string> | null>(null)

/** The old password between the two steps: in memory only, until the modal closes. */
export const useOldPassword = (): RefObject<string> => {
  const memory = use(OldPassword)
  if (memory === null) throw new Error('useOldPassword stands outside its modal')
  return memory
}

/** Layout of the steps of a new password. */
export function PasswordLayout() {
  const memory = useRef('')
  return (
    <OldPassword value={memory}>
      <Outlet context={useOutletContext()} />
    </OldPassword>
  )
}
