/** The process that `npm start` runs: gateway, Lambdas, and the workers on the stream of the table and on the schedule. */

import { setTimeout as pause } from 'node:timers/promises'
import type { APIGatewayProxyResult, DynamoDBRecord } from 'aws-lambda'
import { routes } from '../../lib/api.ts'
import { env } from '../../lib/core/env.ts'
import { requireValidReply } from '../../lib/http/reply.ts'
import { type Worker, workers } from '../../lib/workers.ts'
import { localScheduleSeconds } from '../constants.ts'
import { productsPageOf } from './demo/products-page.ts'
import { buildServedFiles } from './environment.ts'
import { type AnsweredRequest, createGateway } from './gateway/gateway.ts'
import { mailPageOf } from './gateway/mail-pages.ts'
import { createInvoke, type Invoke, loadFrom } from './lambda.ts'
import { host } from './ports.ts'
import type { ServeMessage, ServeSettings } from './process/api-process.ts'
import { repeat } from './repeat.ts'
import { consumeChanges } from './stream/streams.ts'

const { port, built, directory }: ServeSettings = JSON.parse(process.argv[2] ?? '{}')

const send = (message: ServeMessage) => process.send?.(message)
const print = (line: string) => send({ line })
/** The parent process prints and logs standard error. */
const onError = (error: unknown) => console.error(error)

const onAnswer = ({ method, path, status, milliseconds, requestId }: AnsweredRequest) =>
  print(`${status} ${method.padEnd(6)} ${path}  ${milliseconds} ms  ${requestId}`)

/** In milliseconds. A batch that is interrupted is delivered again at the next start. */
const stopTimeout = 1000

/** Ctrl-C reaches every process of the terminal; the parent decides when this one ends. */
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit())

await buildServedFiles(built)

const endpoint = env.dynamodbEndpoint ?? ''
const invoke = createInvoke(loadFrom(built ? 'bundle' : 'source'))
/** A reply that does not match its schema fails here, where somebody sees it. */
const invokeEndpoint: Invoke = async (name, event) => {
  const result = await invoke(name, event)
  const route = routes.find(candidate => candidate.name === name)
  if (route) requireValidReply(route, result as APIGatewayProxyResult)
  return result
}
const workersOf = (source: Worker['source']) => workers.filter(worker => worker.source === source)
const followers = workersOf('changes').map(({ name, filters }) => {
  const worker = (Records: DynamoDBRecord[]) => invoke(name, { Records })
  return consumeChanges({ endpoint, table: env.tableName, name, worker, filters, directory, print })
})
const schedules = workersOf('schedule').map(({ name }) =>
  repeat({ name, run: () => invoke(name, {}), seconds: localScheduleSeconds, print }),
)
const localPage = (path: string) => productsPageOf(path) ?? mailPageOf(path, env.mailDirectory ?? '')
const gateway = createGateway({ routes, invoke: invokeEndpoint, localPage, onAnswer, onError })
gateway.listen(port, host, () => {
  /** In AWS an uncaught exception ends one execution environment, not the API. */
  process.on('uncaughtException', onError)
  send({ ready: true })
})

/** Requests under way are answered first. */
process.once('SIGTERM', async () => {
  const closed = new Promise(resolve => gateway.close(resolve))
  /** close() ends the connections that are idle now; those that become idle later would stay open for seconds. */
  setInterval(() => gateway.closeIdleConnections(), 50)
  await closed
  const stopped = [...followers, ...schedules].map(({ stop }) => stop())
  await Promise.race([Promise.all(stopped), pause(stopTimeout)])
  process.exit()
})
