/** Creates the errors for pages that cannot be read. The texts reveal nothing about the internal network. */

import { type FieldErrors, Problem } from '../core/problem.ts'

const reasons = {
  malformed: 'it is not a valid URL',
  scheme: 'only http and https URLs are supported',
  credentials: 'it must not contain a user name or password',
  port: 'only ports 80, 443, 8080 and 8443 are allowed',
  notPublic: 'the host does not have a public IP address',
  unknownHost: 'its host does not exist',
  lookup: 'the DNS lookup of the host failed',
  connection: 'the connection to its host failed',
  certificate: 'the TLS certificate of the host is not valid',
  protocol: 'its host did not send a valid HTTP response',
  time: 'it took too long',
  redirectLoop: 'its redirects form a loop',
  redirects: 'there are more than 3 redirects',
  noLocation: 'it redirects without a location',
  status: 'the host replied with an error status',
  encoding: 'its content encoding is invalid, or not one of gzip, deflate and br',
  size: 'the page is larger than 5 MB',
  type: 'the page is neither HTML nor JSON',
  json: 'the document is not valid JSON',
  document: 'the JSON is neither an object nor an array',
  products: 'it has more than 1,000 products',
} as const satisfies Record<string, string>

type Reason = keyof typeof reasons

export function pageProblem(reason: Reason, detail = ''): Problem {
  const sentence = `${reasons[reason]}${detail && ` (${detail})`}`
  return new Problem('page_not_readable', {
    message: `The page could not be read: ${sentence}.`,
    errors: { fetchUrl: [sentence] },
  })
}

const maxFaults = 20

export function invalidProductsProblem(faultsByProduct: readonly FieldErrors[]): Problem {
  const listed = faultsByProduct.flatMap(faults => Object.entries(faults)).slice(0, maxFaults)
  const shown = listed.slice(0, 3).map(([field, sentences]) => `${field} ${sentences[0]}`)
  const rest = listed.length > 3 ? '; and more' : ''
  return new Problem('page_not_readable', {
    message: `The page could not be read: ${shown.join('; ')}${rest}.`,
    errors: Object.fromEntries(listed),
  })
}

/** Maps the error codes of Node, OpenSSL and zlib to reasons. */
const reasonsByCode: [RegExp, Reason][] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/, 'unknownHost'],
  [/^EAI_/, 'lookup'],
  [/TIMEOUT|^ETIMEDOUT$/, 'time'],
  [/CERT|SIGNATURE|ALTNAME/, 'certificate'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI|BROTLI)/, 'encoding'],
  [/^HPE_/, 'protocol'],
  [/^[A-Z\d_]+$/, 'connection'],
]

interface TimeLimit {
  isExceeded: boolean
  milliseconds: number
}

/** Converts an error of the request or the response to a `Problem`. Programming errors stay unchanged. */
export function toPageProblem(fault: unknown, { isExceeded, milliseconds }: TimeLimit): unknown {
  if (fault instanceof Problem) return fault
  if (isExceeded) return pageProblem('time', `longer than ${milliseconds / 1000} seconds`)
  if (!(fault instanceof Error) || fault instanceof TypeError) return fault
  const code = 'code' in fault ? String(fault.code) : ''
  const [, reason] = reasonsByCode.find(([pattern]) => pattern.test(code)) ?? []
  return reason ? pageProblem(reason) : fault
}
