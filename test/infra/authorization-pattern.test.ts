/** Tests the pattern by which API Gateway runs the authorizer only for headers that may hold a key. */

import { expect, test } from 'vitest'
import { authorizationPattern } from '../../infra/constants.ts'
import { modes } from '../../lib/core/tenant.ts'
import { newSecret } from '../../lib/keys/secret.ts'

const matches = (header: string) => new RegExp(authorizationPattern).test(header)
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test.each(modes)('accepts every way to send a key of mode %s', mode => {
  for (let n = 0; n < 200; n++) {
    const secret = newSecret(mode)
    for (const text of [secret, `${secret}:`, `${secret}:any password`, `:${secret}`])
      expect(matches(basic(text)), text).toBe(true)
    expect(matches(` basic   ${basic(secret).slice(6)} `)).toBe(true)
  }
})

test.each([
  '',
  'Basic',
  'Bearer sk_test_1',
  basic('admin:admin'),
  basic('sk_test_short:'),
  basic(`someone:${newSecret('Live')}`),
  newSecret('Live'),
])('rejects %j without running the authorizer', header => expect(matches(header)).toBe(false))
