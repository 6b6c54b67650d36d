/** First segments of paths that are never restaurants: other apps and the server answer there. */
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
