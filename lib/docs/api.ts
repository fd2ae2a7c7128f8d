/** The endpoints of the documentation. They are public, and the OpenAPI document does not contain them. */

import { defineEndpoints } from '../http/route.ts'
import { GuideParams } from './schemas.ts'

const file = { method: 'GET', isPublic: true, access: 'none' } as const

export const api = defineEndpoints('docs', 'The documentation of this API.', {
  redirect: {
    ...file,
    path: '/',
    purpose: 'Redirects to the page that documents the API.',
    media: 'text/html; charset=utf-8',
    isRedirect: true,
  },
  page: {
    ...file,
    path: '/docs',
    purpose: 'Returns a page that documents the API and sends requests to it.',
    media: 'text/html; charset=utf-8',
  },
  script: {
    ...file,
    path: '/docs/script.js',
    purpose: 'Returns the script of the documentation page.',
    media: 'text/javascript; charset=utf-8',
  },
  guide: {
    ...file,
    path: '/docs/guides/{guide}',
    purpose: 'Returns a guide.',
    media: 'text/html; charset=utf-8',
    params: GuideParams,
  },
  document: { ...file, path: '/openapi.json', purpose: 'Returns the OpenAPI document.', media: 'application/json' },
})
