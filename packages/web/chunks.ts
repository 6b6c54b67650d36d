/** How this package's modules are grouped into output files; read by packages/build. */
export const chunks = {
  root: 'packages/web/src',
  shared: { parts: ['(?:explain|local-db|query-error)\\.'], files: ['files/'] },
}

/** Additional groups for an app whose pages all use the outbox and the offline cache of answers. */
export const outboxChunks = {
  root: 'packages/web/src',
  shared: { parts: ['(?:kept/kept-answers|outbox/(?:item|kept-items|kind|outbox|store|tabs))\\.'] },
}

/** For an app that manages push notifications on every page. */
export const pushChunks = {
  root: 'packages/web/src',
  shared: { after: ['push/(?:browser-push|push-owner|worker-url)\\.'] },
}
