/** Lists the endpoints whose replies are stored for repeated requests, by their names in the idempotency store. */

import { routes } from '../../lib/api.ts'

export const endpointsWithStoredReplies = routes
  .filter(({ method }) => method === 'POST')
  .map(({ name, earlierName }) => earlierName ?? name)
