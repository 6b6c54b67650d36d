declare global {
  interface Window {
    /** What src/start-after-paint.ts has kept from being sent. */
    podmoga_submit?: HTMLFormElement
  }
}

/** Sends a form as its button does, in Safari before 16 too: our forms check themselves. */
export const requestSubmit = (form: HTMLFormElement | null | undefined): void => {
  if (form?.requestSubmit) form.requestSubmit()
  else form?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))
}

/** Sends a form that was sent before the app had come: called once it can be taken. */
export const submitEarly = (): void => {
  const { podmoga_submit: form } = window
  delete window.podmoga_submit
  requestSubmit(form)
}
