/** The sessions' endpoint. */

import { room } from '../http/route.ts'
import { Session, SessionToken } from './shapes.ts'

export const api = room('sessions', 'Buyers who have logged in.', {
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
