/** Finds free ports of this machine, and checks whether something answers. */

import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** The port if a server can listen there, any free one for 0; fails as listening would. */
export function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(wanted, host, () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : wanted))
    })
  })
}

export const isAnswering = (url: string) => fetch(url).then(Boolean, () => false)
