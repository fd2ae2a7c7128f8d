/** The representation of a domain in the API, and the requests that change domains. */

import * as z from 'zod'
import { withAliases } from '../core/fields.ts'
import { attachUnusedFieldFinder } from '../core/ignored-fields.ts'
import { parseHostName, protocolOf } from './host-name.ts'

export const protocols = ['HTTP', 'HTTPS'] as const

/** The number of domains is limited, because all domains of a store are in one row. */
export const maxAllowed = 100

export const Domain = z
  .object({ domain: z.string().refine(value => parseHostName(value) === value), protocol: z.enum(protocols) })
  .meta({ id: 'Domain' })
export type Domain = z.output<typeof Domain>

export const AllowedDomains = z.array(Domain).max(maxAllowed)

/** The API documentation shows this pattern. The API also accepts URLs with a path, and international names. */
const hostNamePattern = '^(?:https?://)?(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,30}[A-Za-z0-9])?\\.){1,6}[A-Za-z]{2,30}$'

const address = z
  .string()
  .transform((text, { addIssue }): Domain => {
    const domain = parseHostName(text)
    if (domain) return { domain, protocol: protocolOf(text) }
    addIssue('must be a host name such as shop.example.com')
    return z.NEVER
  })
  .meta({
    pattern: hostNamePattern,
    description:
      'Host name, or `localhost`. A URL is reduced to its host name, and an international name to its ASCII form.',
  })

const toProtocol = (value: unknown) =>
  typeof value === 'string' && value.trim().toUpperCase() === 'HTTPS' ? 'HTTPS' : 'HTTP'

const protocol = z
  .unknown()
  .transform(value => (value == null ? null : toProtocol(value)))
  .optional()
  .describe(
    '`HTTPS`; any other value means HTTP. The value takes precedence over the scheme of a URL. If omitted or null: HTTPS for a URL with the scheme https, otherwise HTTP.',
  )

/** Requests may also spell these names with a capital letter, because the API contract does so in one request. */
const aliases = { Domain: 'domain', Protocol: 'protocol' } as const

const NewDomain = withAliases(z.object({ domain: address, protocol }).meta({ id: 'NewDomain' }), aliases).transform(
  (sent): Domain => withProtocol(sent.domain, sent.protocol),
)

export const NewDomains = z.array(NewDomain).max(maxAllowed)

const RemovedDomain = z
  .object({ domain: address, protocol: z.unknown().optional().describe('Ignored.') })
  .meta({ id: 'RemovedDomain' })

const unusedProtocol = () => ({ protocol: null, Protocol: null })

export const RemovedDomains = z
  .array(withAliases(attachUnusedFieldFinder(RemovedDomain, unusedProtocol), aliases).transform(sent => sent.domain))
  .max(maxAllowed)

export const DefaultDomain = withAliases(
  z.object({ Domain: address, Protocol: protocol }).meta({ id: 'DefaultDomain' }),
  { domain: 'Domain', protocol: 'Protocol' },
).transform((sent): Domain => withProtocol(sent.Domain, sent.Protocol))

const withProtocol = (address: Domain, protocol: Domain['protocol'] | null | undefined): Domain => ({
  ...address,
  protocol: protocol ?? address.protocol,
})
