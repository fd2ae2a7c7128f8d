/** Lets through only what may be fetched: web addresses whose host is on the public internet, wholly. */

import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { env } from '../core/env.ts'
import { isPublic } from './addresses.ts'
import { refusal } from './refusal.ts'

/** The network addresses of a host. */
export type Resolver = (host: string) => Promise<LookupAddress[]>

export const systemResolver: Resolver = host => dns.lookup(host, { all: true })

const longest = 2048
const ports = ['80', '443', '8080', '8443']
const standardPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** `example.com:8080/page` has none. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i

export function readUrl(written: string): URL {
  const trimmed = written.trim()
  const prefix = scheme.test(trimmed) ? '' : trimmed.startsWith('//') ? 'http:' : 'http://'
  return parsed(prefix + trimmed)
}

/** Every notation of an IP address (octal, short, in other digits) comes out of this as the plain one. */
export function parsed(written: string, base?: URL): URL {
  const url = written.length <= longest ? URL.parse(written, base?.href) : null
  if (!url) throw refusal('malformed')
  url.hash = ''
  return url
}

const portOf = ({ port, protocol }: URL) => port || (standardPorts[protocol] ?? '')

/** On one's own machine a shop may stand anywhere. */
function isAllowedHere(url: URL): boolean {
  const allowed = env.crawlerAllowHosts.split(',').map(host => host.trim().toLowerCase())
  return [url.hostname, `${url.hostname}:${portOf(url)}`].some(host => allowed.includes(host))
}

/** Asked once: whoever connects must take these addresses and not ask again, as the answer may be another by then. */
export async function addressesOf(url: URL, resolve: Resolver): Promise<LookupAddress[]> {
  if (!Object.hasOwn(standardPorts, url.protocol)) throw refusal('scheme')
  if (url.username || url.password) throw refusal('credentials')
  const isFree = isAllowedHere(url)
  if (!isFree && !ports.includes(portOf(url))) throw refusal('port')
  const addresses = await resolved(url.hostname.replace(/^\[(.*)\]$/, '$1'), resolve)
  if (addresses.length === 0) throw refusal('unknownHost')
  if (!isFree && !addresses.every(({ address }) => isPublic(address))) throw refusal('notPublic')
  return addresses
}

/** Nobody is asked for what is an address already; a socket would not ask either. */
async function resolved(host: string, resolve: Resolver): Promise<LookupAddress[]> {
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host)
}

/** Gives a socket the addresses that were checked, in the place of looking them up. */
export const pinnedTo =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
