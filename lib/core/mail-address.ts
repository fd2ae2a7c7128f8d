/** Writes the addresses of mails as mail servers expect them. */

import { domainToASCII } from 'node:url'

/** Matches the part of an address before the @, if this part can be written without quotes. */
const plainLocalPart = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
/** `domainToASCII` accepts some punctuation, such as a comma, which would begin a second address. */
const plainDomain = /^[\w-]+(\.[\w-]+)*$/

/** Returns the address with its domain in ASCII, or null if no mail can be sent from the address or to it. */
export function toAsciiAddress(address: string): string | null {
  const [localPart = '', domain = '', ...others] = address.trim().split('@')
  const asciiDomain = domainToASCII(domain)
  const isValid = plainLocalPart.test(localPart) && plainDomain.test(asciiDomain) && others.length === 0
  return isValid ? `${localPart}@${asciiDomain}` : null
}
