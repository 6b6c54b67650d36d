import { expect, test } from 'vitest'
import { isEmailVerified } from './oidc.ts'

test.each([
  ['https://idp.uz', { email_verified: true }, true],
  ['https://idp.uz', { email_verified: 'true' }, true],
  ['https://idp.uz', { email_verified: false }, false],
  ['https://idp.uz', { email_verified: 'false' }, false],
  ['https://idp.uz', {}, false],
  // Only Microsoft's word for it is Microsoft's.
  ['https://idp.uz', { xms_edov: true }, false],
  ['https://login.microsoftonline.com.evil.uz/t/v2.0', { xms_edov: true }, false],
  ['https://login.microsoftonline.com/tenant/v2.0', { xms_edov: '1' }, true],
  ['https://login.microsoftonline.com/tenant/v2.0', { xms_edov: false }, false],
])('%s, which says %o, vouches for an address: %s', (issuer, claims, vouches) => {
  expect(isEmailVerified(issuer, claims)).toBe(vouches)
})
