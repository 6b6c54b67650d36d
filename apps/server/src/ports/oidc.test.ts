import { expect, test } from 'vitest'
import { isEmailVerified, makeOidc } from './oidc.ts'
import type { OutsideFetch } from './outside-fetch.ts'
import { CLIENT, startOidcProvider } from './testing-oidc.ts'

test.each([
  ['https://idp.uz', { email_verified: true }, true],
  ['https://idp.uz', { email_verified: 'true' }, true],
  ['https://idp.uz', { email_verified: false }, false],
  ['https://idp.uz', { email_verified: 'false' }, false],
  ['https://idp.uz', {}, false],
  // `xms_edov` is only trusted from Microsoft.
  ['https://idp.uz', { xms_edov: true }, false],
  ['https://login.microsoftonline.com.evil.uz/t/v2.0', { xms_edov: true }, false],
  ['https://login.microsoftonline.com/tenant/v2.0', { xms_edov: '1' }, true],
  ['https://login.microsoftonline.com/tenant/v2.0', { xms_edov: false }, false],
])('%s, which says %o, vouches for an address: %s', (issuer, claims, vouches) => {
  expect(isEmailVerified(issuer, claims)).toBe(vouches)
})

test('Entra’s claims: tenant in the issuer, no email_verified, a name that is not an address', async () => {
  const back = 'http://localhost:3000/intranet/callback'
  const tid = '5f0c4a52-6d1e-4e0e-9b57-3c1f0a7e2d11'
  const issuer = `https://login.microsoftonline.com/${tid}/v2.0`
  const entra = await startOidcProvider(back, { called: issuer })
  const oidc = makeOidc(entra.fetchProvider as OutsideFetch)
  const account = { issuer, ...CLIENT }
  const signIn = async (sub: string) => {
    const attempt = oidc.newAttempt(back)
    return oidc.finish(account, attempt, await entra.walk(await oidc.begin(account, attempt), sub))
  }
  const cook = { name: 'Лола Юсупова', preferred_username: 'lola@corp.uz', oid: 'f3a1', tid }
  try {
    await oidc.check(account, back)
    entra.accounts.set('pairwise-1', cook)
    expect(await signIn('pairwise-1')).toEqual({
      subject: 'pairwise-1',
      email: null,
      email_verified: false,
      first_name: 'Лола Юсупова',
      last_name: null,
    })
    entra.accounts.set('pairwise-1', { ...cook, email: 'lola@corp.uz' })
    expect(await signIn('pairwise-1')).toMatchObject({ email: 'lola@corp.uz', email_verified: false })
    entra.accounts.set('pairwise-1', { ...cook, email: 'lola@corp.uz', xms_edov: true })
    expect(await signIn('pairwise-1')).toMatchObject({ subject: 'pairwise-1', email_verified: true })
    // «common» stands for every tenant, so it would let people of any tenant in.
    const common = { ...account, issuer: 'https://login.microsoftonline.com/common/v2.0' }
    await expect(oidc.check(common, back)).rejects.toMatchObject({
      kind: expect.stringMatching(/issuer|provider/),
    })
  } finally {
    await entra.close()
  }
})
