/** Finds free ports of this machine, and checks whether a URL answers. */

import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

export const host = '127.0.0.1'

/** Returns `wanted`, or any free port if `wanted` is 0. Rejects if no server can listen on `wanted`. */
export async function findFreePort(wanted = 0): Promise<number> {
  const server = createServer().listen(wanted, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Returns the port if it is free. If another program uses the port, the error says what to do. */
export const requireFreePort = (port: number): Promise<number> =>
  findFreePort(port).catch(error => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new Error(`Port ${port} is in use by another program. Stop it, or choose another with --port.`)
  })

export const isAnswering = (url: string) => fetch(url).then(Boolean, () => false)
