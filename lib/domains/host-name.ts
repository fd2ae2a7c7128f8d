/** Reduces a domain or URL to its bare host name, and reads the protocol of a URL. */

import { isIPv4 } from 'node:net'

const scheme = /^(?:[a-z][a-z\d+-]*:)?\/\//i
const endOfAuthority = /[/?#\\]/
/** Matches spaces and control characters, because `URL.parse` would silently drop some of them. */
const spaceOrControl = /[\s\p{Cc}]/u
/** Matches a leading `www.`, but not in `www.com`, where it is part of the domain. */
const www = /^(?:www\.)+(?=[^.]+\.)/
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/** Rejects a single label as a typo (`http:/shop.example` gives `http`), except `localhost` for development. */
const isHostName = (name: string) =>
  name === 'localhost' || (name.length <= 253 && name.includes('.') && name.split('.').every(part => label.test(part)))

/** Returns the host name in a text, or null if there is none. A host name is returned unchanged. */
export function hostName(text: string): string | null {
  const address = text.trim()
  const [authority = ''] = address.replace(scheme, '').split(endOfAuthority, 1)
  const isMailAddress = authority.includes('@') && !scheme.test(address)
  if (isMailAddress || spaceOrControl.test(authority)) return null
  const host = URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') ?? ''
  /** IPv4 addresses are allowed for development, but a text such as `5`, which is parsed as 0.0.0.5, is a typo. */
  if (isIPv4(host)) return authority.includes(host) ? host : null
  const bare = host.replace(www, '')
  return isHostName(bare) ? bare : null
}

/** Returns the protocol of a URL, which is HTTP if the text has no scheme. */
export const protocolOf = (text: string) => (/^\s*https:\/\//i.test(text) ? 'HTTPS' : 'HTTP')
