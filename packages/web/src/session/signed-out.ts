let hasSignedOut = false
let hasSignedOutAnywhere = false

/**
 * Notes that the person has signed out, here or in another tab: of this app, or of another one of the origin. Their data is being
 * removed from the device, so what this page stored from now on, while it closes, would stay there. What they wrote in this app
 * is removed only with a sign-out of this app.
 */
export const noteSignOut = (isOfThisApp = true): void => {
  hasSignedOutAnywhere = true
  if (isOfThisApp) hasSignedOut = true
}

/** The page is shown again, perhaps to a person who has signed in since. */
export const clearSignOut = (): void => {
  hasSignedOut = false
  hasSignedOutAnywhere = false
}

/** Whether the person has signed out of this app: nothing more of theirs may be stored. */
export const isSignedOut = (): boolean => hasSignedOut

/** Whether the person has signed out of any app: nothing more of what they read may be stored. */
export const isSignedOutAnywhere = (): boolean => hasSignedOutAnywhere
