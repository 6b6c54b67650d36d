/** First path segments that are never a restaurant: other apps and the server use them. */
export const RESERVED_PATHS: ReadonlySet<string> = new Set([
  'api',
  'intranet',
  'setup',
  'desk',
  'files',
  'assets',
  'health',
  'old-browser',
  'status',
  '.well-known',
])
