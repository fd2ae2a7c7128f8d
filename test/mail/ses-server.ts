/** Starts a server in place of SES that replies as the test specifies. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vi } from 'vitest'

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const accept: Answer = response => response.end('{"MessageId":"m-1"}')
export const fail =
  (status: number, code: string, message = ''): Answer =>
  response =>
    response
      .writeHead(status, { 'x-amzn-errortype': code, 'content-type': 'application/json' })
      .end(JSON.stringify({ message }))
export const hangUp: Answer = (_, request) => void request.socket.destroy()

/** Starts the server. Until it is closed, mail.send uses it instead of the mail catcher. */
export async function startSes() {
  const mails: any[] = []
  const answers: Answer[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    mails.push(JSON.parse(Buffer.concat(chunks).toString()))
    const answer = answers.shift() ?? accept
    answer(response, request)
  })
  let connections = 0
  server.on('connection', () => connections++)
  const listen = (port = 0) => new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const close = () => new Promise(resolve => server.close(resolve).closeAllConnections())
  await listen()
  const { port } = server.address() as AddressInfo
  vi.stubEnv('MAIL_DIR', '')
  vi.stubEnv('AWS_ENDPOINT_URL_SESV2', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test')
  vi.stubEnv('MAIL_CONFIGURATION_SET', 'test-set')
  return {
    mails,
    connections: () => connections,
    /** Gives these answers to the next requests, and accepts all others. */
    replyOnce: (...next: Answer[]) => void answers.push(...next),
    /** Accepts no connections while `run` runs. */
    whileDown: async (run: () => Promise<unknown>) => {
      await close()
      await run()
      await listen(port)
    },
    close: async () => {
      vi.unstubAllEnvs()
      await close()
    },
  }
}
