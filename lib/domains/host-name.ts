/** Reduces a domain or URL to its bare host name, and reads the protocol of a URL. */

import { isIPv4 } from 'node:net'

const scheme = /^(?:[a-z][a-z\d+-]*:)?\/\//i
const endOfAuthority = /[/?#\\]/
/** URL.parse would silently drop some of them. */
const spaceOrControl = /[\s\p{Cc}]/u
/** Keeps `www.com`, which is a domain of its own. */
const www = /^(?:www\.)+(?=[^.]+\.)/
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/** A single label is a typo (`http:/shop.example` gives `http`), except localhost for development. */
const isHostName = (name: string) =>
  name === 'localhost' || (name.length <= 253 && name.includes('.') && name.split('.').every(part => label.test(part)))

/** Null without a host name. Idempotent. */
export function hostName(text: string): string | null {
  const address = text.trim()
  const [authority = ''] = address.replace(scheme, '').split(endOfAuthority, 1)
  const isMailAddress = authority.includes('@') && !scheme.test(address)
  if (isMailAddress || spaceOrControl.test(authority)) return null
  const host = URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') ?? ''
  /** Allowed for development; but `5`, which URL.parse reads as 0.0.0.5, is a typo. */
  if (isIPv4(host)) return authority.includes(host) ? host : null
  const bare = host.replace(www, '')
  return isHostName(bare) ? bare : null
}

/** HTTP without a scheme. */
export const protocolOf = (text: string) => (/^\s*https:\/\//i.test(text) ? 'HTTPS' : 'HTTP')
