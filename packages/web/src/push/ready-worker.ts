import { workerUrl } from './worker-url.ts'

/** The script and the scope of an app's service worker. */
export interface WorkerPlace {
  script: string
  scope: string
}

/** Resolves when a worker that is being installed is active; rejects if the installation fails. */
const installed = ({ installing, waiting }: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve, reject) => {
    const coming = installing ?? waiting
    const look = () => {
      if (coming === null || coming.state === 'redundant') reject(new Error('no worker'))
      else if (coming.state === 'activating' || coming.state === 'activated') resolve()
    }
    coming?.addEventListener('statechange', look)
    look()
  })

/** Returns the app's active worker, registering it if needed: with data saving on, there is none yet. Rejects if that fails. */
export const readyWorker = async (
  { script, scope }: WorkerPlace,
  known: ServiceWorkerRegistration | undefined,
): Promise<ServiceWorkerRegistration> => {
  const registration = known ?? (await navigator.serviceWorker.register(workerUrl(script), { scope }))
  if (registration.active === null) await installed(registration)
  return registration
}
