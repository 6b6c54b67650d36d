let hasSignedOut = false

/**
 * Notes that the person has signed out, here or in another tab. Their data is being removed from the device, so what this page
 * stored from now on, while it closes, would stay there.
 */
export const noteSignOut = (is = true): void => {
  hasSignedOut = is
}

/** Whether the person has signed out: nothing more of theirs may be stored. */
export const isSignedOut = (): boolean => hasSignedOut
