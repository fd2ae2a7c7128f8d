/** Reduces a domain or URL to its bare host name, and reads the protocol of a URL. */

const scheme = /^(?:[a-z][a-z\d+-]*:)?\/\//i
const endOfAuthority = /[/?#\\]/
/**
 * A host name with spaces or control characters is rejected, because `URL.parse` would silently drop some of these
 * characters.
 */
const spaceOrControl = /[\s\p{Cc}]/u
/** Matches `www.` at the beginning of a host name, but not in `www.com`, where `www` is part of the domain. */
const www = /^(?:www\.)+(?=[^.]+\.)/
/** Matches four numbers with dots. `URL.parse` has already rejected invalid addresses such as `1.2.3.256`. */
const ipv4 = /^\d+(?:\.\d+){3}$/
const label = /^(?!-)[a-z\d-]{1,63}(?<!-)$/

/** A name without a dot, except `localhost`, is rejected as a typo. An example is `http` from `http:/shop.example`. */
const isHostName = (name: string) =>
  name === 'localhost' || (name.length <= 253 && name.includes('.') && name.split('.').every(part => label.test(part)))

/**
 * Returns the host name in a text, or null if the text has none. If the text is a result of this function, it is
 * returned unchanged.
 */
export function parseHostName(text: string): string | null {
  const address = text.trim()
  const [authority = ''] = address.replace(scheme, '').split(endOfAuthority, 1)
  const isMailAddress = authority.includes('@') && !scheme.test(address)
  if (isMailAddress || spaceOrControl.test(authority)) return null
  const host = URL.parse(`http://${authority}`)?.hostname.replace(/\.$/, '') ?? ''
  /** IPv4 addresses are allowed for development. `URL.parse` converts `5` to 0.0.0.5, which is rejected as a typo. */
  if (ipv4.test(host)) return authority.includes(host) ? host : null
  const bare = host.replace(www, '')
  return isHostName(bare) ? bare : null
}

/** Returns HTTPS if the text begins with `https://`, otherwise HTTP. */
export const protocolOf = (text: string) => (/^\s*https:\/\//i.test(text) ? 'HTTPS' : 'HTTP')
