/** The sessions' endpoint. */

import { defineEndpoints } from '../http/route.ts'
import { Session, SessionToken } from './schemas.ts'

export const api = defineEndpoints('sessions', 'Buyers who have logged in.', {
  get: {
    method: 'GET',
    path: '/usersessions/{token}',
    purpose: 'Gives a session that has not expired, with its customer.',
    access: 'read',
    params: SessionToken,
    reply: Session,
    problems: ['not_found'],
  },
})
