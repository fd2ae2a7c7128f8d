/**
 * The endpoints that serve the back office to a browser. They need no key, because the pages contain no data of a
 * store.
 */

import { defineEndpoints } from '../http/route.ts'
import { FileParams } from './schemas.ts'

const html = { method: 'GET', isPublic: true, access: 'none', media: 'text/html; charset=utf-8' } as const

export const api = defineEndpoints('pages', 'The back office in a browser.', {
  redirect: { ...html, path: '/admin', purpose: 'Redirects to the first screen of the back office.', isRedirect: true },
  file: {
    ...html,
    path: '/admin/{file+}',
    purpose: 'Returns the page of a screen, or a script or style of the page.',
    params: FileParams,
  },
})
