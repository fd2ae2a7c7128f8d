import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addAllowed, allowedWithoutDefault, type Domains, removeAllowed, setDefault } from '../../lib/domains/rules.ts'
import { many } from './calls.ts'

const domain = fc.record({
  domain: fc.constantFrom(...many(6).map(({ domain }) => domain)),
  protocol: fc.constantFrom('HTTP' as const, 'HTTPS' as const),
})
const entries = fc.array(domain, { maxLength: 4 })
const steps = fc.array(
  fc.oneof(
    domain.map(newDefault => (domains: Domains) => setDefault(domains, newDefault)),
    entries.map(added => (domains: Domains) => addAllowed(domains, added)),
    entries.map(removed => (domains: Domains) => {
      const others = allowedWithoutDefault(domains).map(({ domain }) => domain)
      const existing = removed.filter(({ domain }) => others.includes(domain))
      return removeAllowed(domains, existing)
    }),
  ),
)

test('the default domain is never listed as an allowed domain, and allowed domains are unique', () => {
  fc.assert(
    fc.property(steps, changes => {
      const result = changes.reduce<Domains>((domains, change) => change(domains), { allowed: [] })
      const names = allowedWithoutDefault(result).map(({ domain }) => domain)
      expect(names).not.toContain(result.defaultDomain?.domain)
      expect(new Set(names).size).toBe(names.length)
    }),
  )
})

test('removing added domains restores the list', () => {
  fc.assert(
    fc.property(entries, before => {
      const domains = addAllowed({ allowed: [] }, before)
      const added = [{ domain: 'new.example', protocol: 'HTTP' as const }]
      expect(removeAllowed(addAllowed(domains, added), added)).toEqual(domains)
    }),
  )
})

test('default domains that come and go do not change which other domains are allowed', () => {
  fc.assert(
    fc.property(entries, fc.array(domain), (added, defaults) => {
      const before = addAllowed({ allowed: [] }, added)
      const after = [...defaults, { domain: 'last.example', protocol: 'HTTP' as const }].reduce(setDefault, before)
      expect(allowedWithoutDefault(after)).toEqual(before.allowed)
    }),
  )
})
