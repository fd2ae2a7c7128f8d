/** Sends a mail by Amazon SES. */

import { SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2'
import { env } from '../core/env.ts'
import { Problem } from '../core/problem.ts'
import { sdkTimeouts, stopAtDeadline } from '../core/sdk-client.ts'
import type { Mail } from './content.ts'
import type { SendResult } from './deliver.ts'

const ownConnection = { keepAlive: false }

/**
 * The SDK must not retry, because a retry after a lost reply could send the mail twice. Each mail has a connection of
 * its own, because a request over one that SES closed while the Lambda was frozen would fail like a request whose reply
 * is lost, and the mail would never be sent.
 */
const client = new SESv2Client({
  requestHandler: { ...sdkTimeouts.requestHandler, httpAgent: ownConnection, httpsAgent: ownConnection },
  maxAttempts: 1,
})
stopAtDeadline(client)

export async function sendBySes(mail: Mail): Promise<SendResult> {
  try {
    const { MessageId: sesId } = await client.send(commandOf(mail))
    return { state: 'accepted', sesId }
  } catch (error) {
    const { name, message, code = name } = error as Error & { code?: string }
    return isCertainlyNotSent(error) ? { state: 'rejected', code, reason: message } : { state: 'unknown', code }
  }
}

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

const commandOf = ({ from, to, subject, text, html }: Mail) =>
  new SendEmailCommand({
    FromEmailAddress: from,
    Destination: { ToAddresses: [to] },
    ConfigurationSetName: env.mailConfigurationSet,
    Content: { Simple: { Subject: utf8(subject), Body: { Text: utf8(text), Html: utf8(html) } } },
  })

interface SesError extends Error {
  $metadata?: { httpStatusCode?: number }
  code?: string
}

/** The AWS SDK has no error code for a connection timeout, so the text of the error message is matched. */
const connectTimeout = /did not establish a connection/
const notConnected = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN']

/** Returns true if SES rejected the mail, if there was no connection, or if no time was left for the request. */
function isCertainlyNotSent(error: unknown): boolean {
  if (error instanceof Problem) return true
  const { $metadata, code = '', message } = error as SesError
  const status = $metadata?.httpStatusCode ?? 0
  return (status >= 400 && status < 500) || notConnected.includes(code) || connectTimeout.test(message)
}
