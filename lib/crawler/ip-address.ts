/** Decides whether an IP address is on the public internet. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The only allocated public range of IPv6; addresses that embed an IPv4 address are mostly outside it. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** Allows known public ranges only, so that an unknown range is not public. */
export function isPublic(address: string): boolean {
  /** Sockets may read shortened notations differently than this parser. */
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
