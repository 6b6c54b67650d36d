/** Script address and scope of the desk's service worker. */
export const WORKER = { script: '/desk/service-worker.js', scope: '/desk/' }
