import { createContext, type RefObject, use, useRef } from 'react'
import { Outlet, useOutletContext } from 'react-router'

const OldPassword = createContext<RefObject<string> | null>(null)

/** The old password between its two steps: in memory only, and gone with the modal. */
export const useOldPassword = (): RefObject<string> => {
  const memory = use(OldPassword)
  if (memory === null) throw new Error('useOldPassword stands outside its modal')
  return memory
}

/** Around the steps of a new password. */
export function PasswordLayout() {
  const memory = useRef('')
  return (
    <OldPassword value={memory}>
      <Outlet context={useOutletContext()} />
    </OldPassword>
  )
}
