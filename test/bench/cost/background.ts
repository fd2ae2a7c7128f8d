/**
 * Measures what does not run with every request: the authorizer (its result is cached), the scheduled worker, and a
 * mail.
 */

import { demoAccountNumber } from '../../../infra/local/demo/objects.ts'
import { readLambdaEvent } from '../../../infra/local/sample-event.ts'
import * as keys from '../../../lib/keys/index.ts'
import { assumptions } from './assumptions.ts'
import type { Measurement } from './endpoints.ts'
import { runLambda, runStreamWorkers } from './lambda.ts'
import { addUse } from './use.ts'

const tenant = { account: demoAccountNumber, mode: 'Test' } as const

export async function measureBackground(): Promise<Measurement[]> {
  /** The first run finishes the work that the sample requests and events have left. */
  await runLambda('recovery.run', readLambdaEvent('recovery.run', undefined))
  const idle = await measureRun('recovery.run', 'recovery.run, nothing to do')
  return [await measureAuthorizer(), idle, await measureMail()]
}

interface RunOptions {
  event?: unknown
  /** The number of invocations among which AWS would divide the work. */
  lambdas?: number
}

async function measureRun(
  lambda: string,
  name: string,
  { event = readLambdaEvent(lambda, undefined), lambdas = 1 }: RunOptions = {},
): Promise<Measurement> {
  const { cost, records } = await runLambda(lambda, event, lambdas)
  return { name, own: cost, workers: await runStreamWorkers(records), failures: [] }
}

/**
 * Measures a run of the authorizer that does not record the last use of the key, because the key was used shortly
 * before. If a key is in use all the time, only one of 60 runs records its use.
 */
async function measureAuthorizer(): Promise<Measurement> {
  const { secret } = await keys.issue(tenant)
  await keys.authenticate(secret)
  const authorizationToken = `Basic ${Buffer.from(`${secret}:`).toString('base64')}`
  const event = { ...(readLambdaEvent('authorizer', undefined) as object), authorizationToken }
  return measureRun('authorizer', 'authorizer', { event })
}

/**
 * Measures a mail about a refund, as two invocations: in AWS, `recovery.run` puts the mail into a queue, and
 * `mail.send` sends it. On this machine, `recovery.run` does the work of both.
 */
async function measureMail(): Promise<Measurement> {
  const refund = readLambdaEvent('refunds.create', undefined) as object
  const body = JSON.stringify({ amount: 0.5, notifyCustomer: true })
  await runLambda('refunds.create', { ...refund, body })
  const { own, ...run } = await measureRun('recovery.run', 'mail about a refund', { lambdas: 2 })
  const use = addUse(own.use, { mails: 1, queueRequests: assumptions.queueRequestsPerMessage })
  return { ...run, own: { ...own, use } }
}
