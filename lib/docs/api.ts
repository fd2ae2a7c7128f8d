/** The endpoints of the documentation: public, and not part of the OpenAPI document. */

import { defineEndpoints } from '../http/route.ts'
import { GuideName } from './schemas.ts'

export const api = defineEndpoints('docs', 'The documentation of this API.', {
  home: {
    method: 'GET',
    path: '/',
    purpose: 'Redirects to the page that documents the API.',
    isPublic: true,
    access: 'none',
    media: 'text/html; charset=utf-8',
    isRedirect: true,
  },
  page: {
    method: 'GET',
    path: '/docs',
    purpose: 'Returns a page that documents the API and sends requests to it.',
    isPublic: true,
    access: 'none',
    media: 'text/html; charset=utf-8',
  },
  script: {
    method: 'GET',
    path: '/docs/script.js',
    purpose: 'Returns the script of the documentation page.',
    isPublic: true,
    access: 'none',
    media: 'text/javascript; charset=utf-8',
  },
  guide: {
    method: 'GET',
    path: '/docs/guides/{guide}',
    purpose: 'Returns a guide.',
    isPublic: true,
    access: 'none',
    media: 'text/html; charset=utf-8',
    params: GuideName,
    problems: ['not_found'],
  },
  document: {
    method: 'GET',
    path: '/openapi.json',
    purpose: 'Returns the OpenAPI document.',
    isPublic: true,
    access: 'none',
    media: 'application/json',
  },
})
