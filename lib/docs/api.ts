/** The documentation's own endpoints: open to everyone, and left out of what they document. */

import { defineEndpoints } from '../http/route.ts'

export const api = defineEndpoints('docs', 'The documentation itself.', {
  page: {
    method: 'GET',
    path: '/docs',
    purpose: 'Shows the API with a client to try it.',
    access: 'public',
    media: 'text/html; charset=utf-8',
  },
  script: {
    method: 'GET',
    path: '/docs/script.js',
    purpose: 'The program of the page.',
    access: 'public',
    media: 'text/javascript; charset=utf-8',
  },
  document: {
    method: 'GET',
    path: '/openapi.json',
    purpose: 'Describes the API for programs.',
    access: 'public',
    media: 'application/json',
  },
})
