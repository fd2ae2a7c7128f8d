/** Reduces what people write for a domain to its bare host name. */

import { isIPv4 } from 'node:net'

const scheme = /^(?:[a-z][a-z\d+-]*:)?\/\//i
const endOfAuthority = /[/?#\\]/
/** Reading them as part of an address would drop some of them in silence. */
const spaceOrControl = /[\s\p{Cc}]/u
/** `www.com` is a name in its own right. */
const www = /^(?:www\.)+(?=[^.]+\.)/
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/** A single label is a slip (`http:/shop.example` gives `http`), but for the one that a store in development runs on. */
const isHostName = (name: string) =>
  name === 'localhost' ||
  (name.length <= 253 && name.includes('.') && name.split('.').every(part => label.test(part)))

/** Null when there is no host name in it. What was reduced once stays as it is. */
export function hostName(written: string): string | null {
  const address = written.trim()
  const [authority = ''] = address.replace(scheme, '').split(endOfAuthority, 1)
  const isMailAddress = authority.includes('@') && !scheme.test(address)
  if (isMailAddress || spaceOrControl.test(authority)) return null
  const host = URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') ?? ''
  /** Stores in development sit on such addresses; but `5`, which a URL reads as 0.0.0.5, is a mistake. */
  if (isIPv4(host)) return authority.includes(host) ? host : null
  const bare = host.replace(www, '')
  return isHostName(bare) ? bare : null
}
