/** Runs Lambdas in this process, with JSON as input and output, and with AWS's limits of time and size. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { workers } from '../../lib/workers.ts'
import { ApiGatewayError } from '../api-gateway-replies.ts'
import { bundleName } from '../build.ts'
import { authorizerTimeoutSeconds, workerTimeoutSeconds } from '../constants.ts'

export type Handler = (event: unknown, context: object) => unknown
export type Invoke = (name: string, event: unknown) => Promise<unknown>

/** API Gateway waits this many milliseconds for a Lambda. */
const endpointTimeout = 29_000
const workerNames = new Set(workers.map(({ name }) => name))
function timeoutOf(name: string): number {
  if (name === 'authorizer') return authorizerTimeoutSeconds * 1000
  return workerNames.has(name) ? workerTimeoutSeconds * 1000 : endpointTimeout
}

const maxEventBytes = 6 * 1024 * 1024
/** Lambda's limit for a result is a hundred bytes higher than its limit for an event. */
const maxResultBytes = maxEventBytes + 100

const root = join(import.meta.dirname, '../..')
const files = {
  source: (name: string) => join(root, 'functions', `${name.replace('.', '/')}.ts`),
  bundle: (name: string) => join(root, 'dist/functions', bundleName(name), 'index.cjs'),
}

/** Returns a function that loads a Lambda by its name, from the source or from the built bundle. */
export const loadHandlersFrom = (kind: keyof typeof files) => async (name: string) => {
  const { handler } = await import(pathToFileURL(files[kind](name)).href)
  return handler as Handler
}

function contextOf(name: string, deadline: number) {
  const functionName = bundleName(name)
  return {
    awsRequestId: randomUUID(),
    functionName,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:local:000000000000:function:${functionName}`,
    memoryLimitInMB: '512',
    logGroupName: `/aws/lambda/${functionName}`,
    logStreamName: 'local',
    callbackWaitsForEmptyEventLoop: true,
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
  }
}

const json = (value: unknown) => JSON.stringify(value) ?? 'null'

/** Rejects after the timeout, so that the caller gets a reply. Unlike in AWS, the Lambda continues to run. */
async function timeOutAfter(milliseconds: number): Promise<never> {
  await pause(milliseconds, undefined, { ref: false })
  throw new ApiGatewayError('INTEGRATION_TIMEOUT')
}

/**
 * Returns a function that runs a Lambda. The returned function throws an ApiGatewayError if the event is too large or
 * the Lambda is too slow. Any other error is a fault of the Lambda.
 */
export const createInvoke =
  (load: (name: string) => Promise<Handler>, timeout?: number): Invoke =>
  async (name, event) => {
    const payload = json(event)
    if (Buffer.byteLength(payload) > maxEventBytes) throw new ApiGatewayError('REQUEST_TOO_LARGE')
    const milliseconds = timeout ?? timeoutOf(name)
    const run = async () => (await load(name))(JSON.parse(payload), contextOf(name, Date.now() + milliseconds))
    const result = json(await Promise.race([run(), timeOutAfter(milliseconds)]))
    if (Buffer.byteLength(result) > maxResultBytes) throw new Error(`The result of ${name} exceeds 6 MB.`)
    return JSON.parse(result)
  }

/** Runs Lambdas from the files in `functions`, without building bundles. */
export const invokeFromSource = createInvoke(loadHandlersFrom('source'))
