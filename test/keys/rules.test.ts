import { expect, test } from 'vitest'
import { stateOf } from '../../lib/keys/rules.ts'

const now = new Date('2026-08-30T12:00:00.000Z')

test.each([
  ['active', {}],
  ['active', { expires: null, revokedOn: null }],
  ['active', { expires: '2026-08-30T12:00:00.001Z' }],
  ['active', { expires: '2026-08-30T12:00:00.000Z' }],
  ['expired', { expires: '2026-08-30T11:59:59.999Z' }],
  ['revoked', { revokedOn: '2026-08-30T11:59:59.999Z' }],
  ['revoked', { revokedOn: '2026-08-30T11:59:59.999Z', expires: '2026-08-30T12:00:00.001Z' }],
  ['revoked', { revokedOn: '2026-08-30T11:59:59.999Z', expires: '2026-01-01T00:00:00.000Z' }],
] as const)('is %s with %j', (state, lifetime) => {
  expect(stateOf(lifetime, now)).toBe(state)
})
