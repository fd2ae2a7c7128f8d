/** Writes addresses as a mail server expects them: each stays one address, whatever is in it. */

import { domainToASCII } from 'node:url'
import { oneLine } from './content.ts'

/** The characters that need no quotes. */
const plainLocalPart = /^[\w.!#$%&'*+/=?^`{|}~-]+$/

class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress'
}

/** The message does not quote the address, as errors are logged. */
export function formatAddress(address: string): string {
  const [localPart = '', domain = ''] = address.trim().split('@')
  const asciiDomain = domainToASCII(domain)
  if (!plainLocalPart.test(localPart) || asciiDomain === '')
    throw new InvalidAddress('The address cannot receive mail.')
  return `${localPart}@${asciiDomain}`
}

/** `Tea & Tees <shop@tea.example>`, or a bare address. */
export function formatSender(sender: string): string {
  const [, name = '', address = sender] = /^([^<]*)<([^>]*)>/.exec(sender) ?? []
  const plainName = oneLine(name).replace(/^"(.*)"$/, '$1')
  return plainName === '' ? formatAddress(address) : `${formatName(plainName)} <${formatAddress(address)}>`
}

const formatName = (name: string) =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWords(name)

/** An encoded word (RFC 2047) has at most 75 characters: the base64 of 11 characters of up to four bytes fits. */
function encodeWords(text: string): string {
  const parts = text.match(/.{1,11}/gu) ?? []
  return parts.map(part => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}
