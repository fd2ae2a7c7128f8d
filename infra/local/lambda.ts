/** Runs Lambdas in this process as Lambda would: JSON in, JSON out, within its limits of time and size. */

import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { lambdaName } from '../build.ts'
import { Refusal } from './refusal.ts'

export type Handler = (event: unknown, context: object) => unknown
export type Invoke = (name: string, event: unknown) => Promise<unknown>

/** As long as API Gateway waits. */
const patience = 29_000
const largestEvent = 6 * 1024 * 1024
/** Lambda allows a hundred bytes more on the way out. */
const largestResult = largestEvent + 100

const root = join(import.meta.dirname, '../..')
const files = {
  source: (name: string) => join(root, 'functions', `${name.replace('.', '/')}.ts`),
  bundle: (name: string) => join(root, 'dist/functions', lambdaName(name), 'index.cjs'),
}

/** Finds a Lambda by its name: its source, or the bundle that would be deployed. */
export const from = (kind: keyof typeof files) => async (name: string) => {
  const { handler } = await import(pathToFileURL(files[kind](name)).href)
  return handler as Handler
}

function contextOf(name: string, deadline: number) {
  const functionName = lambdaName(name)
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

/** Once the time is up nobody waits for the Lambda any more, although here it runs on. */
function timeLimit(milliseconds: number) {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Refusal('INTEGRATION_TIMEOUT')), milliseconds)
  return { promise, lift: () => clearTimeout(timer) }
}

/** A Refusal says which limit was passed; whatever else is thrown is the Lambda's own failure. */
export const invokeWith =
  (load: (name: string) => Promise<Handler>, milliseconds = patience): Invoke =>
  async (name, event) => {
    const payload = json(event)
    if (Buffer.byteLength(payload) > largestEvent) throw new Refusal('REQUEST_TOO_LARGE')
    const limit = timeLimit(milliseconds)
    const run = async () =>
      (await load(name))(JSON.parse(payload), contextOf(name, Date.now() + milliseconds))
    try {
      const result = json(await Promise.race([run(), limit.promise]))
      if (Buffer.byteLength(result) > largestResult) throw new Error(`The answer of ${name} exceeds 6 MB.`)
      return JSON.parse(result)
    } finally {
      limit.lift()
    }
  }
