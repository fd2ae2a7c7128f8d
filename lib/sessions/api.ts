/** The endpoint of sessions. */

import { defineEndpoints } from '../http/route.ts'
import { CustomerSession, SessionParams } from './schemas.ts'

export const api = defineEndpoints('sessions', 'Sessions of customers who are logged in.', {
  get: {
    method: 'GET',
    path: '/usersessions/{token}',
    purpose: 'Retrieves a session and its customer. Returns 404 after the session expires.',
    params: SessionParams,
    reply: CustomerSession,
  },
})
