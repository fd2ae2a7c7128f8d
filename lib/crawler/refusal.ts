/** Why a page is not read, each reason as one sentence that tells nothing of the network inside. */

import { type Faults, Problem } from '../core/problem.ts'

const reasons = {
  malformed: 'it is not a web address',
  scheme: 'only http and https are fetched',
  credentials: 'it must not hold a user name or a password',
  port: 'only the ports 80, 443, 8080 and 8443 are fetched',
  notPublic: 'its host is not on the public internet',
  unknownHost: 'its host is not known',
  lookup: 'its host could not be looked up',
  connection: 'no connection to its host came about, or it broke off',
  certificate: 'the certificate of its host is not valid',
  protocol: 'its host does not answer as HTTP asks',
  time: 'it was not there within 10 seconds',
  circle: 'its redirects lead in a circle',
  redirects: 'it redirects more than 3 times',
  nowhere: 'it redirects to no address',
  status: 'its host answered with an error',
  compression: 'its compression is broken, or none of gzip, deflate and br',
  size: 'it is larger than 5 MB',
  type: 'it is neither an HTML page nor a JSON document',
  json: 'it is not valid JSON',
  document: 'its JSON is neither an object nor an array',
  products: 'it holds more than 1,000 products',
} as const satisfies Record<string, string>

type Reason = keyof typeof reasons

export function refusal(reason: Reason, detail = ''): Problem {
  const sentence = `${reasons[reason]}${detail && ` (${detail})`}`
  return new Problem('page_not_readable', {
    message: `The page could not be read: ${sentence}.`,
    errors: { fetchUrl: [sentence] },
  })
}

const mostNamed = 20

/** What is wrong with the entries of a page, where that leaves nothing to be read. */
export function faulty(all: readonly Faults[]): Problem {
  const named = all.flatMap(faults => Object.entries(faults)).slice(0, mostNamed)
  const shown = named.slice(0, 3).map(([field, sentences]) => `${field} ${sentences[0]}`)
  const rest = named.length > 3 ? '; and more' : ''
  return new Problem('page_not_readable', {
    message: `The page could not be read: ${shown.join('; ')}${rest}.`,
    errors: Object.fromEntries(named),
  })
}

/** Codes of Node, OpenSSL, zlib and undici, whose parser has none and is known by its name. */
const causes: [RegExp, Reason][] = [
  [/^(ENOTFOUND|ENODATA|EAI_NONAME|EAI_NODATA)$/, 'unknownHost'],
  [/^EAI_/, 'lookup'],
  [/TIMEOUT|^ETIMEDOUT$/, 'time'],
  [/CERT|SIGNATURE|ALTNAME/, 'certificate'],
  [/^(Z_|ERR__ERROR|ERR_BROTLI|BROTLI)/, 'compression'],
  [/^(HTTPParserError|HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH)/, 'protocol'],
  [/^[A-Z\d_]+$/, 'connection'],
]

/** What stopped the fetching, as a refusal if it lies with the page; a mistake of ours stays one. */
export function refusalFor(fault: unknown, isLate: boolean): unknown {
  if (fault instanceof Problem) return fault
  if (isLate) return refusal('time')
  if (!(fault instanceof Error) || fault instanceof TypeError) return fault
  const sign = 'code' in fault && typeof fault.code === 'string' ? fault.code : fault.name
  const [, reason] = causes.find(([pattern]) => pattern.test(sign)) ?? []
  return reason ? refusal(reason) : fault
}
