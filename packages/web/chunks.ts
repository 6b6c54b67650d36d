/** Which modules of the browser's floor come together; packages/build reads it. */
export const chunks = {
  root: 'packages/web/src',
  shared: { parts: ['(?:explain|local-db|query-error)\\.'], files: ['files/'] },
}

/** Beside them for an app every page of which may have something to send, and keeps what is read. */
export const outboxChunks = {
  root: 'packages/web/src',
  shared: { parts: ['(?:kept/kept-answers|outbox/(?:item|kept-items|kind|outbox|store|tabs))\\.'] },
}

/** For an app that sees to its notices behind every page. */
export const pushChunks = {
  root: 'packages/web/src',
  shared: { after: ['push/(?:browser-push|push-owner|worker-url)\\.'] },
}
