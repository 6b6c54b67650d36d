declare global {
  interface Window {
    /** A form submitted before the app loaded, set by src/start-after-paint.ts. */
    podmoga_submit?: HTMLFormElement
  }
}

/** `form.requestSubmit` with a fallback for Safari before 16, which skips native validation: our forms validate themselves. */
export const requestSubmit = (form: HTMLFormElement | null | undefined): void => {
  if (form?.requestSubmit) form.requestSubmit()
  else form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

/** Submits again the form that was submitted before the app loaded; called once the app can handle it. */
export const submitEarly = (): void => {
  const { podmoga_submit: form } = window
  delete window.podmoga_submit
  requestSubmit(form)
}
