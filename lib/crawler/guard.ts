/** Prevents requests to internal networks (SSRF): allows only http and https URLs whose host has public addresses only. */

import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { env } from '../core/env.ts'
import { pageProblem } from './problems.ts'

/** Looks up the IP addresses of a host. */
export type Resolver = (host: string) => Promise<LookupAddress[]>

export const systemResolver: Resolver = host => dns.lookup(host, { all: true })

const maxUrlLength = 2048
const allowedPorts = ['80', '443', '8080', '8443']
const defaultPorts: Record<string, string> = { 'http:': '80', 'https:': '443' }

/** Does not match `example.com:8080/page`. */
const scheme = /^[a-z][a-z\d+.-]*:(?!\d+(?:[/?#]|$))/i

/** Adds the scheme where it is missing. */
export function parseUserUrl(fetchUrl: string): URL {
  const trimmed = fetchUrl.trim()
  const prefix = scheme.test(trimmed) ? '' : trimmed.startsWith('//') ? 'http:' : 'http://'
  return parsePageUrl(prefix + trimmed)
}

/** URL.parse turns every notation of an IP address (octal, short, other digits) into the usual one. */
export function parsePageUrl(text: string, base?: URL): URL {
  const url = text.length <= maxUrlLength ? URL.parse(text, base?.href) : null
  if (!url) throw pageProblem('malformed')
  url.hash = ''
  return url
}

const portOf = ({ port, protocol }: URL) => port || (defaultPorts[protocol] ?? '')

/** For local development: hosts that may have any port and address. */
function isExempt(url: URL): boolean {
  const exempt = (env.crawlerAllowHosts ?? '').split(',').map(host => host.trim().toLowerCase())
  return [url.hostname, `${url.hostname}:${portOf(url)}`].some(host => exempt.includes(host))
}

const exemptionHint = ({ host }: URL) =>
  env.crawlerAllowHosts === null ? '' : `to allow it on this machine, set CRAWLER_ALLOW_HOSTS=${host}`

/** The only allocated public range of IPv6; addresses that embed an IPv4 address are mostly outside it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address is on the public internet. An unknown range is not public. */
export function isPublic(address: string): boolean {
  /** Sockets may read shortened notations differently than this parser. */
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}

/** The connection must use these addresses: a second lookup could return others. */
export async function resolvePublicAddresses(url: URL, resolve: Resolver): Promise<LookupAddress[]> {
  if (!Object.hasOwn(defaultPorts, url.protocol)) throw pageProblem('scheme')
  if (url.username || url.password) throw pageProblem('credentials')
  const exempt = isExempt(url)
  if (!exempt && !allowedPorts.includes(portOf(url))) throw pageProblem('port', exemptionHint(url))
  const addresses = await resolveHost(url.hostname.replace(/^\[(.*)\]$/, '$1'), resolve)
  if (addresses.length === 0) throw pageProblem('unknownHost')
  if (!exempt && !addresses.every(({ address }) => isPublic(address)))
    throw pageProblem('notPublic', exemptionHint(url))
  return addresses
}

/** An IP address needs no lookup. */
async function resolveHost(host: string, resolve: Resolver): Promise<LookupAddress[]> {
  const family = isIP(host)
  return family ? [{ address: host, family }] : resolve(host)
}

/** A lookup function for sockets that returns the addresses already checked. */
export const pinnedLookup =
  (addresses: LookupAddress[]): LookupFunction =>
  (_host, { all }, done) => {
    const [first] = addresses
    if (all) done(null, addresses)
    else done(null, first?.address ?? '', first?.family)
  }
