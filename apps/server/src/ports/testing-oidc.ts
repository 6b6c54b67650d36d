import { createServer } from 'node:http'
import Provider from 'oidc-provider'

/** The claims of one person. */
export interface TestAccount {
  email?: string
  email_verified?: boolean
  given_name?: string
  family_name?: string
  /** Extra claims of Entra: a sign-in name that is not a verified address, and whether the domain's owner verified it. */
  name?: string
  preferred_username?: string
  oid?: string
  tid?: string
  xms_edov?: boolean | string
}

export const CLIENT = { client_id: 'podmoga', client_secret: 'provider-secret-1' }

/** Starts a server on a free port; returns it, its URL and a function that closes it. */
const startServer = async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (typeof address !== 'object' || address === null) throw new Error('not listening')
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { server, here: `http://localhost:${address.port}`, close }
}

/**
 * A malicious provider: only its metadata is real, and its token endpoint records the codes sent to it in `taken`. Tests play its
 * authorization endpoint themselves.
 */
export const startEvilProvider = async () => {
  const { server, here, close } = await startServer()
  const taken: string[] = []
  const described = {
    issuer: here,
    authorization_endpoint: `${here}/auth`,
    token_endpoint: `${here}/token`,
    jwks_uri: `${here}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
  }
  server.on('request', (request, reply) => {
    const answer = (status: number, body: object): void => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (request.url !== '/token') return answer(200, described)
    let form = ''
    request.on('data', (part) => (form += String(part)))
    request.on('end', () => {
      taken.push(new URLSearchParams(form).get('code') ?? '')
      answer(400, { error: 'invalid_grant' })
    })
  })
  return { issuer: here, taken, close }
}

/**
 * A real OpenID provider on a free port, with its own sign-in pages that accept any password. `accounts`: its people by `sub`,
 * may be changed; `asked`: the number of requests; `register` adds a redirect URI. `called`: another issuer name, as with Entra,
 * with claims in the token itself; `fetchProvider` sends requests for that name to the real address. `names_itself` false:
 * responses have no `iss` (RFC 9207), as with many providers.
 */
export const startOidcProvider = async (
  redirect_uri: string,
  { called, names_itself = true }: { called?: string; names_itself?: boolean } = {},
) => {
  const { server, here, close } = await startServer()
  const issuer = called ?? here
  const { origin, host, pathname } = new URL(issuer)
  const mount = pathname.replace(/\/$/, '')
  const fetchProvider = (url: string, init: RequestInit = {}): Promise<Response> => {
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
  const registered = new Set([redirect_uri])
  provider.Client.prototype.redirectUriAllowed = (uri: string) => registered.has(uri)
  provider.use(async (context, next) => {
    await next()
    if (!names_itself && context.oidc?.route === 'discovery')
      delete (context.body as Record<string, unknown>).authorization_response_iss_parameter_supported
  })
  const seen = { asked: 0 }
  const answer = provider.callback()
  server.on('request', (request, reply) => {
    seen.asked += 1
    // As when mounted by a framework: the mount path is stripped from the URL.
    Object.assign(request, { originalUrl: request.url, url: request.url?.slice(mount.length) })
    void answer(request, reply)
  })

  /** Acts as the browser: signs in as `sub`, consents, and returns the URL to which the provider redirects back. */
  const arrive = async (url: string, sub: string): Promise<URL> => {
    const jar = new Map<string, string>()
    let next: { url: string; form?: string } = { url }
    for (let steps = 0; steps < 20; steps += 1) {
      const answered = await fetchProvider(next.url, {
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
      if (to !== null && [...registered].some((uri) => to.startsWith(`${uri}?`))) {
        const back = new URL(to)
        if (!names_itself) back.searchParams.delete('iss')
        return back
      }
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
    arrive,
    /** The same, but returns only the query string without the "?". */
    walk: async (url: string, sub: string) => (await arrive(url, sub)).search.slice(1),
    register: (uri: string) => void registered.add(uri),
    fetchProvider,
    close,
  }
}
