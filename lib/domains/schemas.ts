/** The public form of a domain, and the requests that change domains. */

import * as z from 'zod'
import { hostName } from './host-name.ts'
import { maxAllowed, protocols } from './rules.ts'

const host = z.preprocess(
  value => (typeof value === 'string' ? (hostName(value) ?? value) : value),
  z
    .string()
    .refine(value => hostName(value) === value, { error: 'must be a host name such as shop.example.com' })
    .meta({ description: 'Host name. A URL is reduced to its host name.' }),
)

const protocol = z.preprocess(
  value => (typeof value === 'string' && value.trim().toUpperCase() === 'HTTPS' ? 'HTTPS' : 'HTTP'),
  z.enum(protocols).meta({
    description:
      'Any value other than HTTPS means HTTP. If the domain is given as a URL, its scheme is ignored.',
  }),
)

export const Domain = z
  .object({ domain: host, protocol })
  .meta({ id: 'Domain', examples: [{ domain: 'shop.example.com', protocol: 'HTTPS' }] })
export type Domain = z.output<typeof Domain>

export const AllowedDomains = z.array(Domain).max(maxAllowed)

/** The contract capitalizes these fields in one request only, and callers send back what they received. */
function withBothSpellings(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent
  const { domain, protocol, Domain, Protocol } = sent as Record<string, unknown>
  return {
    domain: domain ?? Domain,
    protocol: protocol ?? Protocol,
    Domain: Domain ?? domain,
    Protocol: Protocol ?? protocol,
  }
}

const optionalProtocol = protocol.prefault('HTTP')

export const NewDomains = z
  .array(
    z.preprocess(
      withBothSpellings,
      z.object({ domain: host, protocol: optionalProtocol }).meta({ id: 'NewDomain' }),
    ),
  )
  .max(maxAllowed)

export const DefaultDomain = z.preprocess(
  withBothSpellings,
  z
    .object({ Domain: host, Protocol: optionalProtocol })
    .meta({ id: 'DefaultDomain' })
    .transform(({ Domain, Protocol }): Domain => ({ domain: Domain, protocol: Protocol })),
)
