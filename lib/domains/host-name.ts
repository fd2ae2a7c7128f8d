/** Reduces a domain or URL to its bare host name, and reads the protocol of a URL. */

import { isIPv4 } from 'node:net'

const scheme = /^(?:[a-z][a-z\d+-]*:)?\/\//i
const endOfAuthority = /[/?#\\]/
/** Matches spaces and control characters, because `URL.parse` would silently drop some of them. */
const spaceOrControl = /[\s\p{Cc}]/u
/** Matches `www.` at the beginning of a host name, but not in `www.com`, where `www` is part of the domain. */
const www = /^(?:www\.)+(?=[^.]+\.)/
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/**
 * Returns false for a single label, because it is probably a typo: `http:/shop.example` gives the host name `http`.
 * Only `localhost` is accepted, for development.
 */
const isHostName = (name: string) =>
  name === 'localhost' || (name.length <= 253 && name.includes('.') && name.split('.').every(part => label.test(part)))

/**
 * Returns the host name in a text, or null if there is none. A text that this function returned is not changed again.
 */
export function hostName(text: string): string | null {
  const address = text.trim()
  const [authority = ''] = address.replace(scheme, '').split(endOfAuthority, 1)
  const isMailAddress = authority.includes('@') && !scheme.test(address)
  if (isMailAddress || spaceOrControl.test(authority)) return null
  const host = URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') ?? ''
  /**
   * An IPv4 address is allowed for development. But `URL.parse` converts a text such as `5` to 0.0.0.5. Such a text is
   * probably a typo, and is rejected.
   */
  if (isIPv4(host)) return authority.includes(host) ? host : null
  const bare = host.replace(www, '')
  return isHostName(bare) ? bare : null
}

/** Returns HTTPS if the text begins with `https://`, otherwise HTTP. */
export const protocolOf = (text: string) => (/^\s*https:\/\//i.test(text) ? 'HTTPS' : 'HTTP')
