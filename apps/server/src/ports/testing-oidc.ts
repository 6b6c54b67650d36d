import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** What a provider says of one of its people. */
export interface TestAccount {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  /** What Entra tells besides: a name to sign in by, which is no proved address, and whether the domain's owner proved it. */
  name?: string
  preferred_username?: string
  oid?: string
  tid?: string
  xms_edov?: boolean | string
}

export const CLIENT = { client_id: 'podmoga', client_secret: 'provider-secret-1' }

/**
 * A real OpenID provider on a port of its own, with its own pages of sign-in, where any password will do. `accounts` are
 * its people by `sub`, to be changed at will; `asked` counts the requests to it. `called`: an issuer that it goes by
 * besides, as Entra does, claims in the token itself; `reach` asks its addresses where it really is.
 */
export const startOidcProvider = async (redirect_uri: string, called?: string) => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const here = `http://localhost:${address.port}`
  const issuer = called ?? here
  const { origin, host, pathname } = new URL(issuer)
  const mount = pathname.replace(/\/$/, '')
  const reach = (url: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers)
    if (called !== undefined) headers.set('x-forwarded-host', host)
    if (called !== undefined) headers.set('x-forwarded-proto', 'https')
    return fetch(url.replace(origin, here), { ...init, headers })
  }
  const accounts = new Map<string, TestAccount>()
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirect_uri] }],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'name', 'preferred_username', 'oid', 'tid', 'xms_edov'],
    },
    conformIdTokenClaims: called === undefined,
    cookies: { keys: ['for a test'] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
      Grant: 600,
    },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  })
  provider.proxy = called !== undefined
  const seen = { asked: 0 }
  const answer = provider.callback()
  server.on('request', (request, reply) => {
    seen.asked += 1
    // As a framework mounts it: the provider takes its own path off what was asked.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(mount.length) })
    void answer(request, reply)
  })

  /** What a person's browser does there: signs in as `sub`, agrees, and answers what it is sent back with. */
  const walk = async (url: string, sub: string): Promise<string> => {
    const jar = new Map<string, string>()
    let next: { url: string; form?: string } = { url }
    for (let steps = 0; steps < 20; steps += 1) {
      const answered = await reach(next.url, {
        redirect: 'manual',
        headers: {
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; '),
          ...(next.form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        ...(next.form === undefined ? {} : { method: 'POST', body: next.form }),
      })
      for (const line of answered.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') jar.delete(name)
        else jar.set(name, value)
      }
      const to = answered.headers.get('location')
      if (to?.startsWith(redirect_uri) === true) return new URL(to).search.slice(1)
      const page = await answered.text()
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (to !== null) next = { url: new URL(to, next.url).href }
      else if (prompt === 'login')
        next = { url: next.url, form: new URLSearchParams({ prompt, login: sub, password: 'x' }).toString() }
      else if (prompt === 'consent') next = { url: next.url, form: 'prompt=consent' }
      else throw new Error(`the provider answered ${answered.status}: ${page.slice(0, 300)}`)
    }
    throw new Error('the provider sends the browser in circles')
  }

  return {
    issuer,
    accounts,
    seen,
    walk,
    reach,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
