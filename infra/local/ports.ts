/** Finds free ports of this machine, and checks whether something answers. */

import { createServer } from 'node:net'

export const host = '127.0.0.1'

/** Returns the wanted port if a server can listen on it, or any free port for 0. Otherwise rejects with the error. */
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
