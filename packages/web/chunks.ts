/** Which modules of the browser's floor come together; packages/build reads it. */
export const chunks = {
  root: 'packages/web/src',
  shared: { parts: ['(?:explain|local-db|query-error)\\.'], files: ['files/'] },
}
