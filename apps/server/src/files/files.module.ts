import type { Module } from '../module.ts'
import type { MayStillRead } from '../ports/domains/may-still-read.ts'
import { serveFiles } from './files.ts'
import { forgetAnswers } from './idempotency.ts'
import { scanWaiting } from './scan-waiting.ts'
import { sweepFiles } from './sweep-files.ts'

/** Serves files by signed links; owns stored files and the idempotency ledger. */
export const files: Module<{ mayStillRead: MayStillRead }> = {
  name: 'files',
  tables: ['idempotency', 'stored_files'],
  routes: ({ app, deps }, { mayStillRead }) => serveFiles(app, deps, mayStillRead),
  jobs: (deps) => ({ 'unattached files': sweepFiles(deps), 'virus scan': scanWaiting(deps) }),
  people: { 'idempotency.person_id': 'cleared' },
  forget: forgetAnswers,
}
