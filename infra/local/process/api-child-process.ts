/**
 * Runs the local API gateway, the Lambdas and the queue of checkout events. `npm start` starts this program as a child
 * process.
 */

import { setTimeout as pause } from 'node:timers/promises'
import type { APIGatewayProxyResult, DynamoDBRecord } from 'aws-lambda'
import { routes } from '../../../lib/api.ts'
import { env } from '../../../lib/core/env.ts'
import { requireValidReply } from '../../../lib/http/reply.ts'
import * as maintenanceMode from '../../../lib/maintenance-mode/index.ts'
import { type Worker, workers } from '../../../lib/workers.ts'
import { buildBackOfficePages } from '../../back-office-pages.ts'
import { buildBundles } from '../../build.ts'
import { localScheduleSeconds } from '../../constants.ts'
import { writeDocs } from '../../docs.ts'
import { type ApiGatewayOptions, createApiGateway } from '../api-gateway/api-gateway.ts'
import { mailPageOf, productsPageOf } from '../api-gateway/local-pages.ts'
import { startRepeatingWorker } from '../background-tasks.ts'
import { startQueuedEventDelivery } from '../checkout-queue.ts'
import { createInvoke, type Invoke, loadHandlersFrom } from '../lambda.ts'
import { host } from '../ports.ts'
import { startConsumingChanges } from '../stream/consume-changes.ts'
import type { ChildMessage, ChildSettings } from './api-process.ts'

const { port, built, directory }: ChildSettings = JSON.parse(process.argv[2] ?? '{}')

const send = (message: ChildMessage) => process.send?.(message)
const print = (line: string) => send({ line })
/** The parent process prints and logs what this process writes to standard error. */
const onError = (error: unknown) => console.error(error)

const onAnswer: ApiGatewayOptions['onAnswer'] = ({ method, path, status, milliseconds, requestId }) =>
  print(`${status} ${method.padEnd(6)} ${path}  ${milliseconds} ms  ${requestId}`)

/**
 * When this process stops, it waits at most this many milliseconds for workers and the queue. The next start delivers
 * interrupted batches again.
 */
const stopTimeout = 1000

/** Ctrl-C also sends SIGINT to this process, but only the parent process decides when this process ends. */
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit())

if (built) await buildBundles()
writeDocs(env.docsDirectory)
await buildBackOfficePages(env.pagesDirectory)

const endpoint = env.dynamodbEndpoint ?? ''
const invoke = createInvoke(loadHandlersFrom(built ? 'bundle' : 'source'))
/**
 * Runs a Lambda. Throws an error if the reply of an endpoint does not match its schema, so that developers notice the
 * fault before a deployment.
 */
const invokeEndpoint: Invoke = async (name, event) => {
  const result = await invoke(name, event)
  const route = routes.find(candidate => candidate.name === name)
  if (route) requireValidReply(route, result as APIGatewayProxyResult)
  return result
}
const workersOf = (source: Worker['source']) => workers.filter(worker => worker.source === source)
const followers = workersOf('changes').map(({ name, filters }) => {
  const worker = (Records: DynamoDBRecord[]) => invoke(name, { Records })
  return startConsumingChanges({ endpoint, table: env.tableName, name, worker, filters, directory, print })
})
const schedules = workersOf('schedule').map(({ name }) =>
  startRepeatingWorker({ name, run: () => invoke(name, {}), seconds: localScheduleSeconds, print }),
)
/**
 * Maintenance mode can pause the delivery of checkout events. In AWS, `store maintenance` disables the event source
 * mapping of the queue instead.
 */
const isPaused = async () => (await maintenanceMode.find())?.appliesEvents === false
const queue = startQueuedEventDelivery({ directory: env.checkoutQueueDirectory ?? '', invoke, isPaused, print })
const localPage = (path: string) => productsPageOf(path) ?? mailPageOf(path, env.mailDirectory ?? '')
const gateway = createApiGateway({ routes, invoke: invokeEndpoint, localPage, onAnswer, onError })
gateway.listen(port, host, () => {
  /** An uncaught exception does not end this process. In AWS, it would end one execution environment, not the API. */
  process.on('uncaughtException', onError)
  send({ ready: true })
})

/** The process replies to open requests before it ends. */
process.once('SIGTERM', async () => {
  const closed = new Promise(resolve => gateway.close(resolve))
  /**
   * `close` ends only the connections that are idle when it is called. The timer closes connections that become idle
   * later.
   */
  setInterval(() => gateway.closeIdleConnections(), 50)
  await closed
  const stopped = [...followers, ...schedules, queue].map(({ stop }) => stop())
  await Promise.race([Promise.all(stopped), pause(stopTimeout)])
  process.exit()
})
