/** Whether a key opens its store at a given moment. */

import type { Key } from './schemas.ts'

interface Lifetime {
  expires?: string | null | undefined
  revokedOn?: string | null | undefined
}

export const hasPassed = (expires: string, at: Date) => new Date(expires) < at

export function stateOf({ expires, revokedOn }: Lifetime, at: Date): Key['state'] {
  if (revokedOn) return 'revoked'
  return expires && hasPassed(expires, at) ? 'expired' : 'good'
}
