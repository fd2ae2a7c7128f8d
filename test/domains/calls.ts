/** Calls the endpoints of domains. */

import type { Tenant } from '../../lib/core/tenant.ts'
import { call } from '../support/store.ts'

export const https = (domain: string) => ({ domain, protocol: 'HTTPS' })
export const http = (domain: string) => ({ domain, protocol: 'HTTP' })

/** Returns domains. For example, `many(3)` returns `shop1.example`, `shop2.example` and `shop3.example`. */
export const many = (count: number) => Array.from({ length: count }, (_, index) => https(`shop${index + 1}.example`))

export const get = (tenant: Tenant) => call('domains.get', tenant)

export const put = (tenant: Tenant, body: unknown, headers: Record<string, string> = {}) =>
  call('domains.update', tenant, { body, headers })

export const allowed = async (tenant: Tenant) => (await call('domains.list', tenant)).body

export const allow = (tenant: Tenant, body: unknown, headers: Record<string, string> = {}) =>
  call('domains.allow', tenant, { body, headers })

export const disallow = (tenant: Tenant, body: unknown) => call('domains.disallow', tenant, { body })
