import * as own from '@podmoga/contract/desk/personal-data'
import * as calls from '@podmoga/contract/profile'
import type { Place } from '../lib/place.tsx'

// Apart from what is read: the header reads the profile on every page, and nobody changes it there.

export const changeName = ({ call }: Place, first_name: string) =>
  call(calls.changeName, { body: { first_name } })

/** `country` is a code of two letters. */
export const changeAddress = ({ call }: Place, body: { country: string; region: string }) =>
  call(calls.changeCountry, { body })

export const changePassword = ({ call }: Place, body: { old_password: string; new_password: string }) =>
  call(calls.changePassword, { body })

export const uploadPhoto = ({ call }: Place, picture: File) => call(calls.uploadImage, { files: [picture] })

export const endSession = ({ call }: Place, id: string) => call(calls.endOneSession, { body: { id } })

export const endOtherSessions = ({ call }: Place) => call(calls.endOtherSessions, {})

/** Answers the address of an archive with everything that is kept of the person. */
export const exportData = ({ call }: Place) => call(own.exportOwnData, {})

/** Asks to be forgotten, or takes that back. */
export const askErasure = ({ call }: Place) => call(own.askErasure, {})
export const cancelErasure = ({ call }: Place) => call(own.cancelErasure, {})
