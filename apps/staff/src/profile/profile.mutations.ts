import * as own from '@podmoga/contract/desk/personal-data'
import * as calls from '@podmoga/contract/profile'
import type { Scope } from '../lib/scope.tsx'

// Separate from the queries: the header reads the profile on every page but never changes it.

export const changeName = ({ call }: Scope, first_name: string) =>
  call(calls.changeName, { body: { first_name } })

/** `country` is a two-letter code. */
export const changeAddress = ({ call }: Scope, body: { country: string; region: string }) =>
  call(calls.changeCountry, { body })

export const changePassword = ({ call }: Scope, body: { old_password: string; new_password: string }) =>
  call(calls.changePassword, { body })

export const uploadPhoto = ({ call }: Scope, picture: File) => call(calls.uploadImage, { files: [picture] })

export const endSession = ({ call }: Scope, id: string) => call(calls.endOneSession, { body: { id } })

export const endOtherSessions = ({ call }: Scope) => call(calls.endOtherSessions, {})

/** Returns the URL of an archive with everything stored about the user. */
export const exportData = ({ call }: Scope) => call(own.exportOwnData, {})

/** Requests erasure, or withdraws the request. */
export const askErasure = ({ call }: Scope) => call(own.askErasure, {})
export const cancelErasure = ({ call }: Scope) => call(own.cancelErasure, {})
