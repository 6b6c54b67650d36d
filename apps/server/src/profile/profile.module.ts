import type { Module } from '../module.ts'
import type { MailQueue } from './mail-queue/mail-queue.ts'
import { findFacts, findPhoto, forgetProfile, listSealedLetters } from './profile.duties.sql.ts'
import { makeSeal } from './profile.keys.ts'
import { profileRoutes } from './profile.routes.ts'

export { makeLetters } from './letters/link-letter.ts'
export { makeMailQueue } from './mail-queue/mail-queue.ts'
export { markAskedOfNotices } from './profile.people.sql.ts'

/** A person's own account: details, addresses, password and recovery. */
export const profile: Module<{ mailQueue: MailQueue }> = {
  name: 'profile',
  tables: ['code_sends', 'codes', 'outbox', 'people', 'reverts'],
  routes: ({ app, on, deps }, { mailQueue }) => profileRoutes(app, on, deps, mailQueue),
  jobs: (_deps, { mailQueue }) => mailQueue.jobs,
  people: {
    'code_sends.address': 'cleared',
    'code_sends.person_id': 'cleared',
    'codes.address': 'cleared',
    'codes.person_id': 'cleared',
    'outbox.person_id': 'cleared',
    'outbox.to_address': 'cleared',
    'people.email': 'cleared, given',
    'people.phone': 'cleared, given',
    'reverts.person_id': 'cleared',
  },
  forget: forgetProfile,
  exports: { chapters: { профиль: findFacts }, files: { фото: findPhoto } },
  files: [{ table: 'people', column: 'image_key' }],
  seals: async (db, { secrets }) => {
    const { open } = makeSeal(secrets)
    return (await listSealedLetters(db)).map(({ what, about, sealed }) => ({
      what,
      open: () => open(sealed, about),
    }))
  },
}
