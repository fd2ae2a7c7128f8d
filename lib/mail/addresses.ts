/** Formats addresses for a mail server, so that a caller's text cannot add a second address. */

import { toAsciiAddress } from '../core/mail-address.ts'
import { toOneLine } from './content.ts'

class InvalidAddress extends Error {
  override readonly name = 'InvalidAddress'
}

/** Throws if the address is invalid. The error does not contain the address, because errors are logged. */
export function formatAddress(address: string, fault = 'The address cannot receive mail.'): string {
  const formatted = toAsciiAddress(address)
  if (formatted === null) throw new InvalidAddress(fault)
  return formatted
}

/**
 * Formats a sender for the header of a mail. A sender is an address, with a name or without a name. An example with a
 * name is `Tea & Tees <shop@tea.example>`.
 */
export function formatSender(sender: string): string {
  const [, name = '', address = sender] = /^([^<]*)<([^>]*)>/.exec(sender) ?? []
  const formatted = formatAddress(address, 'The sender of the store cannot send mail.')
  const plainName = toOneLine(name).replace(/^"(.*)"$/, '$1')
  return plainName === '' ? formatted : `${formatName(plainName)} <${formatted}>`
}

const formatName = (name: string) =>
  /^[\x20-\x7e]*$/.test(name) ? `"${name.replace(/["\\]/g, '\\$&')}"` : encodeWords(name)

/**
 * Divides the text into encoded words (RFC 2047), which have at most 75 characters. Each word encodes at most 11
 * characters of the text, because 11 characters can have 44 bytes, which are 60 characters in Base64.
 */
function encodeWords(text: string): string {
  const parts = text.match(/.{1,11}/gu) ?? []
  return parts.map(part => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?=`).join(' ')
}
