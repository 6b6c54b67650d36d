declare global {
  interface Window {
    /** What src/start-after-paint.ts has kept from being sent. */
    podmoga_submit?: HTMLFormElement
  }
}

/** Sends a form that was sent before the app had come: called once it can be taken. */
export const submitEarly = (): void => {
  const { podmoga_submit: form } = window
  delete window.podmoga_submit
  form?.requestSubmit()
}
