/** Writes the addresses of mails as mail servers expect them. */

/** Matches the part of an address before the @, if this part can be written without quotes. */
const plainLocalPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const plainDomain = /^[\w-]+(\.[\w-]+)*$/
/** Matches a character that a domain cannot have. A comma would begin a second address, and a slash a path of a URL. */
const otherAscii = /(?![\w.-])\p{ASCII}/u

/** Returns the address with its domain in ASCII, or null if no mail can be sent from the address or to it. */
export function toAsciiAddress(address: string): string | null {
  const [localPart = '', domain = '', ...others] = address.trim().split('@')
  const asciiDomain = domainToAscii(domain)
  const isValid = plainLocalPart.test(localPart) && plainDomain.test(asciiDomain) && others.length === 0
  return isValid ? `${localPart}@${asciiDomain}` : null
}

/** The pages check addresses too, and a browser converts domains only as the host of a URL. */
function domainToAscii(domain: string): string {
  const url = `ws://${domain}`
  return !otherAscii.test(domain) && URL.canParse(url) ? new URL(url).hostname : ''
}
