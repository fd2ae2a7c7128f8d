/** Simulates SES and the mail queue, as far as the relay of mails uses them. */

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { vi } from 'vitest'

export interface MailServiceOptions {
  /** Returns whether the queue accepts the mail with this id. */
  takes?: (id: string) => boolean
  quota?: { MaxSendRate: number; Max24HourSend: number; SentLast24Hours: number }
  isEnabled?: boolean
  /** The number of messages in the queue. */
  queued?: number
}

interface Message {
  Id: string
  id: string
  account: number
  mode: string
  delay: number
}

const ample = { MaxSendRate: 14, Max24HourSend: 50_000, SentLast24Hours: 0 }

const defaults = { takes: () => true, quota: ample, isEnabled: true, queued: 0 }

/**
 * Starts the services. Each AWS client keeps the address that it used first, so a test file starts the services only
 * once and then changes the options.
 */
export async function startMailServices(given: MailServiceOptions = {}) {
  const options: Required<MailServiceOptions> = { ...defaults, ...given }
  const batches: Message[][] = []
  const server = createServer(async (request, response) => {
    const { takes, quota, isEnabled, queued } = options
    const sent = await text(request)
    if (request.url === '/v2/email/account')
      return void response.end(JSON.stringify({ SendingEnabled: isEnabled, SendQuota: quota }))
    response.setHeader('content-type', 'application/x-amz-json-1.0')
    if (String(request.headers['x-amz-target']).endsWith('GetQueueAttributes'))
      return void response.end(JSON.stringify({ Attributes: { ApproximateNumberOfMessages: String(queued) } }))
    const messages: Message[] = JSON.parse(sent).Entries.map(({ Id, MessageBody, DelaySeconds }: any) => ({
      Id,
      ...JSON.parse(MessageBody),
      delay: DelaySeconds,
    }))
    batches.push(messages)
    const Failed = messages.filter(({ id }) => !takes(id)).map(({ Id }) => ({ Id, Code: 'Busy' }))
    response.end(JSON.stringify({ Failed }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const environment = {
    MAIL_QUEUE_URL: `${url}/000000000000/mail`,
    AWS_ENDPOINT_URL: url,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  }
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  const change = (changed: MailServiceOptions) => Object.assign(options, defaults, changed)
  return { batches, change, close: () => server.close().closeAllConnections() }
}
