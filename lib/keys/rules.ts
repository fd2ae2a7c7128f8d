/** Decides whether a key is valid at a given time. */

export const keyStates = ['active', 'expired', 'revoked'] as const

interface Lifetime {
  expires?: string | null | undefined
  revokedOn?: string | null | undefined
}

export const hasPassed = (expires: string, at: Date) => new Date(expires) < at

export function stateOf({ expires, revokedOn }: Lifetime, at: Date): (typeof keyStates)[number] {
  if (revokedOn) return 'revoked'
  return expires && hasPassed(expires, at) ? 'expired' : 'active'
}
