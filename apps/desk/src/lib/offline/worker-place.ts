/** Where the desk's service worker stands. */
export const WORKER = { script: '/desk/service-worker.js', scope: '/desk/' }
