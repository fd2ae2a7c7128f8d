/** Ports of this machine. */

import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** Whether a server could listen there: gives the port, which is any free one for 0, or fails as listening would. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().once('error', failed)
    server.listen(wanted, host, () => {
      const address = server.address()
      server.close(() => done(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}
