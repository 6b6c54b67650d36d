import * as own from '@podmoga/contract/desk/personal-data'
import * as calls from '@podmoga/contract/profile'
import type { Scope } from '../lib/scope.tsx'

// Apart from what is read: the header reads the profile on every page, and nobody changes it there.

export const changeName = ({ call }: Scope, first_name: string) =>
  call(calls.changeName, { body: { first_name } })

/** `country` is a code of two letters. */
export const changeAddress = ({ call }: Scope, body: { country: string; region: string }) =>
  call(calls.changeCountry, { body })

export const changePassword = ({ call }: Scope, body: { old_password: string; new_password: string }) =>
  call(calls.changePassword, { body })

export const uploadPhoto = ({ call }: Scope, picture: File) => call(calls.uploadImage, { files: [picture] })

export const endSession = ({ call }: Scope, id: string) => call(calls.endOneSession, { body: { id } })

export const endOtherSessions = ({ call }: Scope) => call(calls.endOtherSessions, {})

/** Answers the address of an archive with everything that is kept of the person. */
export const exportData = ({ call }: Scope) => call(own.exportOwnData, {})

/** Asks to be forgotten, or takes that back. */
export const askErasure = ({ call }: Scope) => call(own.askErasure, {})
export const cancelErasure = ({ call }: Scope) => call(own.cancelErasure, {})
