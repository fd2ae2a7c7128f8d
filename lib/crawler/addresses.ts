/** Tells the addresses of the public internet from all those that lead inside somewhere. */

import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** All that has been given to the public so far lies in it; what embeds an IPv4 address lies mostly outside. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')

/** By what is known to be public: a range that nobody has thought of is refused. */
export function isPublic(address: string): boolean {
  /** In full only: of shorter notations, sockets may think otherwise. */
  if (!isIP(address)) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast') return false
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast)
}
