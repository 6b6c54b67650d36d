import type { Call } from '@podmoga/contract/client'
import * as admin from '@podmoga/contract/desk/admin'
import * as imports from '@podmoga/contract/desk/imports'
import * as people from '@podmoga/contract/desk/people'
import * as settings from '@podmoga/contract/desk/settings'
import type { CallInput, EndpointDeclaration } from '@podmoga/contract/endpoint'

// Mutations of the administration. The idempotency key is kept over retries of one submit.
type Body<D extends EndpointDeclaration> = CallInput<D> extends { body: infer B } ? B : never
interface Submit {
  idempotency_key: string
}

export const setHandbook = (call: Call, kind: 'module' | 'payment', body: Body<typeof admin.setHandbook>) =>
  call(admin.setHandbook, { params: { kind }, body })

export const addRestaurant = (call: Call, body: Body<typeof admin.addRestaurant>, key: Submit) =>
  call(admin.addRestaurant, { body }, key)
export const changeRestaurant = (
  call: Call,
  restaurantId: string,
  body: Body<typeof admin.changeRestaurant>,
) => call(admin.changeRestaurant, { params: { restaurantId }, body })
export const groupRestaurants = (call: Call, body: Body<typeof admin.groupRestaurants>) =>
  call(admin.groupRestaurants, { body })
export const archiveRestaurant = (call: Call, restaurantId: string) =>
  call(admin.archiveRestaurant, { params: { restaurantId } })
export const restoreRestaurant = (call: Call, restaurantId: string) =>
  call(admin.restoreRestaurant, { params: { restaurantId } })

export const invitePerson = (call: Call, body: Body<typeof people.invitePerson>, key: Submit) =>
  call(people.invitePerson, { body }, key)
export const inviteAgain = (call: Call, personId: string, key: Submit) =>
  call(people.inviteAgain, { params: { personId }, body: {} }, key)
export const inviteMany = (call: Call, body: Body<typeof people.inviteMany>, key: Submit) =>
  call(people.inviteMany, { body }, key)
export const setPersonAccess = (call: Call, personId: string, body: Body<typeof people.setPersonAccess>) =>
  call(people.setPersonAccess, { params: { personId }, body })
export const enablePerson = (call: Call, personId: string) =>
  call(people.enablePerson, { params: { personId } })
export const disablePerson = (call: Call, personId: string) =>
  call(people.disablePerson, { params: { personId } })
export const resetSecondStep = (call: Call, personId: string) =>
  call(people.resetSecondStep, { params: { personId } })

export const setAdminSettings = (call: Call, body: Body<typeof settings.setAdminSettings>) =>
  call(settings.setAdminSettings, { body })
/** An empty list removes the logo. */
export const setLogo = (call: Call, files: readonly File[]) => call(settings.setLogo, { form: {}, files })

/** Adds restaurants and roles to many people at once. */
export const addToRestaurants = (call: Call, body: Body<typeof people.addToRestaurants>) =>
  call(people.addToRestaurants, { body })

export const exportPeople = (call: Call, format: 'csv' | 'xlsx') =>
  call(imports.exportPeople, { query: { format } })
export const importRestaurants = (call: Call, file: File, { isDry }: { isDry: boolean }) =>
  call(admin.importRestaurants, { form: { dry_run: isDry ? 'true' : 'false' }, files: [file] })

export const checkPeopleImport = (call: Call, file: File) =>
  call(imports.checkPeopleImport, { form: {}, files: [file] })
export const runPeopleImport = (call: Call, importId: string, send: 'email' | 'link') =>
  call(imports.runPeopleImport, { params: { importId }, body: { send } })
export const getImportErrors = (call: Call, importId: string) =>
  call(imports.getImportErrors, { params: { importId } })
