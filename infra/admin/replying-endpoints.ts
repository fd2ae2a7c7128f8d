/** The endpoints that keep their replies for repeated requests. */

import { routes } from '../../lib/api.ts'

export const replyingEndpoints = routes.filter(({ method }) => method === 'POST').map(({ name }) => name)
