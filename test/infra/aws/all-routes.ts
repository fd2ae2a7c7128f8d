/**
 * Defines the 63 endpoints that are planned for the API, with their real paths. Tests check that they fit into one
 * stack.
 */

import type { Method, Route } from '../../../lib/http/route.ts'

const calls = `
  GET /products, GET /products/{id}, POST /products, PUT /products/{id}, DELETE /products/{id}
  GET /orders, GET /orders/{token}, PUT /orders/{token}, GET /orders/{token}/digital
  GET /orders/{token}/refunds, GET /orders/{token}/refunds/{id}, POST /orders/{token}/refunds
  GET /v1/orders/{token}/refunds, GET /v1/orders/{token}/refunds/{id}, POST /v1/orders/{token}/refunds
  GET /customers, GET /customers/{id}, GET /customers/{id}/orders, PUT /customers/{id}, DELETE /customers/{id}
  GET /usersessions/{token}
  GET /subscriptions, GET /subscriptions/{id}, GET /subscriptions/{id}/invoices, DELETE /subscriptions/{id}
  POST /subscriptions/{id}/pause, POST /subscriptions/{id}/resume, PUT /subscriptions/{id}
  GET /subscriptions/count, GET /dashboard/subscriptions, GET /dashboard/subscriptions/{id}
  DELETE /dashboard/subscriptions/{id}, GET /dashboard/subscriptions/{id}/invoices
  GET /discounts, GET /discounts/{id}, POST /discounts, PUT /discounts/{id}, DELETE /discounts/{id}
  GET /shipping_methods, GET /shipping_methods/{id}, POST /shipping_methods, PUT /shipping_methods/{id}
  DELETE /shipping_methods/{id}, GET /carts/abandoned, GET /carts/abandoned/{token}
  GET /settings/domain, PUT /settings/domain, GET /settings/alloweddomains, POST /settings/alloweddomains
  DELETE /settings/alloweddomains, GET /, GET /docs, GET /docs/script.js, GET /docs/guides/{guide}, GET /openapi.json
  GET /reports/sales, GET /reports/taxes, GET /reports/usages, POST /exports, GET /exports/{id}
  DELETE /exports/{id}, GET /exports/{id}/file, POST /payments/webhooks/stripe/{account}/{mode}
`

const isDocumentation = (path: string) => ['/', '/openapi.json'].includes(path) || path.startsWith('/docs')
const isWebhook = (path: string) => path.includes('/webhooks/')

function accessOf(method: string, path: string): Route['access'] {
  if (isDocumentation(path)) return 'none'
  return method === 'GET' ? 'read' : 'write'
}

export const allRoutes: Route[] = calls
  .trim()
  .split(/,|\n/)
  .map((call, number) => {
    const [method = '', path = ''] = call.trim().split(' ')
    return {
      name: `endpoint.number${number}`,
      moduleDescription: 'A module.',
      hasEtag: false,
      method: method as Method,
      path,
      purpose: 'Does something.',
      ...((isDocumentation(path) || isWebhook(path)) && { isPublic: true }),
      ...(/refunds|webhooks/.test(path) && { usesGateway: true }),
      access: accessOf(method, path),
    }
  })
