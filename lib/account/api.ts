/** The endpoint of the account to which an API key belongs. */

import { defineEndpoints } from '../http/route.ts'
import { OwnAccount } from './schemas.ts'

export const api = defineEndpoints('account', 'The account of the API key.', {
  get: {
    method: 'GET',
    path: '/account',
    purpose: 'Retrieves the account of the API key.',
    details: 'This endpoint is an addition to the specification, for programs that show a store to its staff.',
    reply: OwnAccount,
  },
})
