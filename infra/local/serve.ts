/** The program that serves the API: gateway, Lambdas and the workers that follow the table, on a database that runs. */

import type { DynamoDBRecord } from 'aws-lambda'
import { routes } from '../../lib/api.ts'
import { env } from '../../lib/core/env.ts'
import { workers } from '../../lib/workers.ts'
import { workerSeconds } from '../constants.ts'
import type { ServeSettings, Told } from './api-process.ts'
import { prepare } from './environment.ts'
import { type Answered, createGateway } from './gateway.ts'
import { from, invokeWith } from './lambda.ts'
import { host } from './ports.ts'
import { followChanges } from './streams.ts'

const { port, built, state }: ServeSettings = JSON.parse(process.argv[2] ?? '{}')

const tell = (told: Told) => process.send?.(told)
const print = (line: string) => tell({ line })
/** What goes to standard error is shown and logged by the process that started us. */
const onFault = (fault: unknown) => console.error(fault)

const onAnswer = ({ method, path, status, milliseconds, requestId }: Answered) =>
  print(`${status} ${method.padEnd(6)} ${path}  ${milliseconds} ms  ${requestId}`)

/** Ctrl-C reaches every process of the terminal; the one that started us says when to end. */
process.on('SIGINT', () => {})
process.once('disconnect', () => process.exit())

await prepare(built)

const endpoint = env.dynamodbEndpoint ?? ''
const load = from(built ? 'bundle' : 'source')
const invoke = invokeWith(load)
const invokeWorker = invokeWith(load, workerSeconds * 1000)
const followers = workers
  .filter(({ source }) => source === 'changes')
  .map(({ name }) => {
    const worker = (Records: DynamoDBRecord[]) => invokeWorker(name, { Records })
    return followChanges({ endpoint, table: env.tableName, name, worker, state, print })
  })
const gateway = createGateway({ routes, invoke, onAnswer, onFault })
gateway.listen(port, host, () => {
  /** In Lambda what nobody caught ends one environment and not the service. */
  process.on('uncaughtException', onFault)
  tell({ ready: true })
})

/** Requests that are under way are answered first. */
process.once('SIGTERM', async () => {
  const closed = new Promise(done => gateway.close(done))
  /** Closing ends the connections that are idle now; those that become idle later would be kept for seconds. */
  setInterval(() => gateway.closeIdleConnections(), 50)
  await closed
  await Promise.all(followers.map(({ stop }) => stop()))
  process.exit()
})
