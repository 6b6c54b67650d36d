import { workerUrl } from './worker-url.ts'

/** Where an app's worker stands: its script, and the path that it serves. */
export interface WorkerPlace {
  script: string
  scope: string
}

/** Settles once a worker that is being installed is there; rejects when it could not be. */
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

/** The worker that hears pushes. Whoever saves data has none until they ask to be told. Rejects when none can be had. */
export const readyWorker = async (
  { script, scope }: WorkerPlace,
  known: ServiceWorkerRegistration | undefined,
): Promise<ServiceWorkerRegistration> => {
  const registration = known ?? (await navigator.serviceWorker.register(workerUrl(script), { scope }))
  if (registration.active === null) await installed(registration)
  return registration
}
