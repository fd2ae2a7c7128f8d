/** Prevents requests to internal networks (SSRF): allows only http and https URLs of hosts with public IP addresses. */

import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { env } from '../core/env.ts'
import { pageProblem } from './problems.ts'

export type Resolver = (host: string) => Promise<LookupAddress[]>

export const systemResolver: Resolver = host => dns.lookup(host, { all: true })

const maxUrlLength = 2048
const allowedPorts = ['80', '443', '8080', '8443']
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Matches the scheme of a URL, but not the beginning of `example.com:8080/page`, which has no scheme. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i

/** A URL without a scheme gets the scheme `http`. */
export function parseUserUrl(fetchUrl: string): URL {
  const trimmed = fetchUrl.trim()
  const prefix = scheme.test(trimmed) ? '' : trimmed.startsWith('//') ? 'http:' : 'http://'
  return parsePageUrl(prefix + trimmed)
}

/**
 * Parses a URL. `URL.parse` converts octal and other unusual IP addresses to the notation that `isPublicAddress` needs.
 */
export function parsePageUrl(text: string, base?: URL): URL {
  const url = text.length <= maxUrlLength ? URL.parse(text, base?.href) : null
  if (!url) throw pageProblem('malformed')
  url.hash = ''
  return url
}

const portOf = ({ port, protocol }: URL) => port || (defaultPorts[protocol] ?? '')

/** Returns whether the host may have any port and any IP address. Only local development allows such hosts. */
function isExempt(url: URL): boolean {
  const exempt = (env.crawlerAllowHosts ?? '').split(',').map(host => host.trim().toLowerCase())
  return [url.hostname, `${url.hostname}:${portOf(url)}`].some(host => exempt.includes(host))
}

const exemptionHint = ({ host }: URL) =>
  env.crawlerAllowHosts === null ? '' : `to allow it on this machine, set CRAWLER_ALLOW_HOSTS=${host}`

/**
 * This is the only public range of IPv6. It excludes most addresses that embed an IPv4 address, which may be private.
 */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Returns false for an IP address with a special purpose, such as a private, loopback or reserved address. */
export function isPublicAddress(address: string): boolean {
  /** Sockets may read a shortened IP address differently than `ipaddr.parse`, so shortened addresses are rejected. */
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/**
 * Returns the IP addresses of a host, and throws if they are not public. The connection must use the returned
 * addresses, because another DNS lookup could return addresses that were not checked.
 */
export async function resolvePublicAddresses(url: URL, resolve: Resolver): Promise<LookupAddress[]> {
  if (!Object.hasOwn(defaultPorts, url.protocol)) throw pageProblem('scheme')
  if (url.username || url.password) throw pageProblem('credentials')
  const exempt = isExempt(url)
  if (!exempt && !allowedPorts.includes(portOf(url))) throw pageProblem('port', exemptionHint(url))
  const addresses = await resolveHost(url.hostname.replace(/^\[(.*)\]$/, '$1'), resolve)
  if (addresses.length === 0) throw pageProblem('unknownHost')
  if (!exempt && !addresses.every(({ address }) => isPublicAddress(address)))
    throw pageProblem('notPublic', exemptionHint(url))
  return addresses
}

async function resolveHost(host: string, resolve: Resolver): Promise<LookupAddress[]> {
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host)
}

/** Sockets that use this lookup function connect only to the given addresses, which were checked. */
export const pinnedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
