import { lookup as resolve } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Thrown if a user-supplied address leads into an internal network. */
export class InsideAddress extends Error {
  override name = 'InsideAddress'
  readonly code = 'INSIDE_ADDRESS'
}

// All ranges that are not public (IANA's special-purpose registries).
const INSIDE_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4'
// In IPv6 only 2000::/3 is public, except prefixes that embed an IPv4 address, and documentation.
const INSIDE_6 = '2001::/23 2001:db8::/32 2002::/16 3fff::/20'

const blocked = new BlockList()
const add = (list: string, family: 'ipv4' | 'ipv6'): void => {
  for (const net of list.split(' ')) {
    const [address = '', prefix] = net.split('/')
    blocked.addSubnet(address, Number(prefix), family)
  }
}
add(INSIDE_4, 'ipv4')
add(INSIDE_6, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')

/** Whether an IP address is public. */
export const isOutside = (address: string): boolean => {
  if (isIP(address) === 4) return !blocked.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !blocked.check(address, 'ipv6')
}

/**
 * Whether a user-supplied URL may be called: https on the default port, a public host name, no credentials; or an origin allowed
 * by the operator. {@link outsideLookup} checks the resolved address at the time of the call.
 */
export const isCallable = (text: string, allowed: readonly string[]): boolean => {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false
  if (allowed.includes(url.origin)) return true
  const host = url.hostname
  const isName = isIP(host.replace(/^\[|\]$/g, '')) === 0 && /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host)
  return url.protocol === 'https:' && url.port === '' && isName
}

/**
 * Resolves a name for a connection, only to public addresses. The checked address is the one that is connected to, so a second
 * DNS answer cannot replace it (DNS rebinding).
 */
export const outsideLookup: LookupFunction = (hostname, options, done) => {
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const outside = error === null ? found.filter(({ address }) => isOutside(address)) : []
    const [first] = outside
    if (error !== null) return done(error, [])
    if (first === undefined) return done(new InsideAddress(`${hostname} is no public address`), [])
    return options.all === true ? done(null, outside) : done(null, first.address, first.family)
  })
}
