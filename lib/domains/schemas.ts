/** A domain as callers see it, and the spellings in which they send it. */

import * as z from 'zod'
import { hostName } from './host-name.ts'

export const protocols = ['HTTP', 'HTTPS'] as const

/** What a store needs at the very most, and what keeps its settings in one small row. */
export const mostAllowed = 100

const host = z.preprocess(
  value => (typeof value === 'string' ? (hostName(value) ?? value) : value),
  z
    .string()
    .refine(value => hostName(value) === value, { error: 'must be a host name such as shop.example.com' })
    .meta({ description: 'A bare host name; what is sent may be an address that holds it.' }),
)

/** Whatever is not HTTPS is HTTP. */
const protocol = z.preprocess(
  value => (typeof value === 'string' && value.trim().toUpperCase() === 'HTTPS' ? 'HTTPS' : 'HTTP'),
  z
    .enum(protocols)
    .meta({ description: 'HTTP unless it says HTTPS, whatever scheme the domain was sent with.' }),
)

export const Domain = z
  .object({ domain: host, protocol })
  .meta({ id: 'Domain', examples: [{ domain: 'shop.example.com', protocol: 'HTTPS' }] })
export type Domain = z.output<typeof Domain>

/** The contract spells these fields in two ways, and callers send back what they were given. */
function inBothSpellings(sent: unknown): unknown {
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
      inBothSpellings,
      z.object({ domain: host, protocol: optionalProtocol }).meta({ id: 'NewDomain' }),
    ),
  )
  .max(mostAllowed)

export const DefaultDomain = z.preprocess(
  inBothSpellings,
  z
    .object({ Domain: host, Protocol: optionalProtocol })
    .meta({ id: 'DefaultDomain' })
    .transform(({ Domain, Protocol }): Domain => ({ domain: Domain, protocol: Protocol })),
)
