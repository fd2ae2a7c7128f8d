/** `npm run invoke` runs one Lambda with its sample event, or with the event in a file, and prints the reply. */

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { Command } from 'commander'
import { routes } from '../../lib/api.ts'
import { timestamp } from '../../lib/core/clock.ts'
import { env } from '../../lib/core/env.ts'
import { isObject, parseJsonOr } from '../../lib/core/json.ts'
import { workers } from '../../lib/workers.ts'
import { buildBackOfficePages, pagesDirectory } from '../back-office-pages.ts'
import { buildBundles } from '../build.ts'
import { docsDirectory, writeDocs } from '../docs.ts'
import { errorMessageOrStack } from '../error-text.ts'
import { productsPagePath } from './api-gateway/local-pages.ts'
import { defaultDataDirectory } from './data-directory.ts'
import { resolveLocalTable } from './database/local-table-connection.ts'
import { demoTenant } from './demo/objects.ts'
import { lambdaEnvironment } from './environment-variables.ts'
import { findEventDeadLetter } from './event-dead-letters.ts'
import { createInvoke, loadHandlersFrom } from './lambda.ts'
import {
  fillInSample,
  needsEventSource,
  needsStripeSignature,
  readLambdaEvent,
  type SampleEvent,
} from './sample-event.ts'

export const lambdaNames = [...routes, ...workers]
  .map(({ name }) => name)
  .concat('authorizer')
  .sort()

const fromRoot = (directory: string) => resolve(import.meta.dirname, '../..', directory)

interface RunOptions {
  /** The data directory of the running API. */
  data: string
  built: boolean
}

/** Runs a Lambda on the data of the running API. Without a `file`, the Lambda gets its sample event. */
export async function invokeOnce(name: string, file: string | undefined, { data, built }: RunOptions) {
  const event = readLambdaEvent(name, file)
  const table = await resolveLocalTable(data)
  const [docs, pages] = [fromRoot(docsDirectory), fromRoot(pagesDirectory)]
  /** Only errors are logged, because standard output must contain nothing but the reply. */
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'ERROR' }, lambdaEnvironment(table, { docs, pages }))
  /**
   * Modules that connect to the table are imported only now, because they read the environment when they are loaded.
   */
  const { findOrCreateDemoKey } = await import('./demo/ensure-demo-store.ts')
  const key = await findOrCreateDemoKey(table.directory)
  if (built) await buildBundles()
  writeDocs(docs)
  await buildBackOfficePages(pages)
  const run = createInvoke(loadHandlersFrom(built ? 'bundle' : 'source'))
  if (file) return { event, result: await run(name, event) }
  const source = needsEventSource(event) ? await addTemporarySource() : null
  try {
    const input = await completeSample(event, { key, url: table.url, source })
    return { event, result: await run(name, input) }
  } finally {
    await source?.remove()
  }
}

/** Adds a source of checkout events to the demo store. The returned `remove` deletes the source. */
async function addTemporarySource() {
  const { addSource, removeSource } = await import('../../lib/events/index.ts')
  const { source, path, secret } = await addSource(demoTenant)
  const remove = () => removeSource(source.account, source.id)
  return { end: path.split('/').at(-1) ?? '', secret: secret ?? '', remove }
}

interface Completion {
  key: string
  /** The URL of the running API; null if DYNAMODB_ENDPOINT names the database. */
  url: string | null
  source: { end: string; secret: string } | null
}

/** Replaces values in a sample by values of this machine, such as the key of the demo store. */
const completeSample = async (event: SampleEvent, { key, url, source }: Completion) =>
  fillInSample(event, {
    key,
    ...(source && { source }),
    ...(needsStripeSignature(event) && { webhookSecret: await webhookSecret() }),
    pageUrl: url ? `${url}${productsPagePath}` : undefined,
    codeSuffix: randomUUID().slice(0, 8).toUpperCase(),
  })

/** Returns the webhook secret of the demo store. If there is none, creates a temporary secret for this run. */
async function webhookSecret(): Promise<string> {
  const { loadGatewayKeys, saveGatewayKeys } = await import('../../lib/payments/gateway-keys.ts')
  const stored = await loadGatewayKeys(demoTenant)
  if (stored?.webhookSecret) return stored.webhookSecret
  const created = `whsec_${randomUUID()}`
  const directory = mkdtempSync(join(tmpdir(), 'back-office-keys-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  process.env.GATEWAY_KEYS_DIR = directory
  await saveGatewayKeys(demoTenant, { apiKey: '', webhookSecret: created })
  return created
}

/** Returns an error that suggests Lambdas with the same module or the same verb, or else all Lambdas. */
function unknownLambda(name: string): Error {
  const words = name.split('.')
  const similar = lambdaNames.filter(candidate => candidate.split('.').some(word => words.includes(word)))
  const suggestions = (similar.length > 0 ? similar : lambdaNames).map(candidate => `  ${candidate}`)
  return new Error(`There is no Lambda ${name}. Did you mean:\n${suggestions.join('\n')}`)
}

function bodyText({ body, isBase64Encoded }: APIGatewayProxyResult): string {
  if (isBase64Encoded) return `(${Buffer.from(body, 'base64').length} bytes)`
  const json = parseJsonOr(body, undefined)
  return json === undefined ? body : JSON.stringify(json, null, 2)
}

/** Formats an endpoint's reply like an HTTP response, and the result of any other Lambda as JSON. */
function resultText(result: unknown): string {
  if (!isReply(result)) return JSON.stringify(result, null, 2)
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [result.statusCode, ...headers, '', bodyText(result)].join('\n')
}

const isReply = (result: unknown): result is APIGatewayProxyResult => isObject(result) && 'statusCode' in result

/** Prints the dead letters of this run, because the result of the Lambda does not contain them. */
function printLetters(event: unknown, since: string): void {
  const { Records = [] } = event as { Records?: { messageId?: string }[] }
  const letters = Records.map(({ messageId = '' }) => findEventDeadLetter(env.deadLettersDirectory ?? '', messageId))
  for (const letter of letters)
    if (letter && letter.time >= since) console.error(`${letter.id} is a dead letter now: ${letter.reason}`)
}

async function invoke(name: string, file: string | undefined, options: RunOptions): Promise<void> {
  if (!lambdaNames.includes(name)) throw unknownLambda(name)
  const since = timestamp()
  const { event, result } = await invokeOnce(name, file, options)
  console.log(resultText(result))
  if (name === 'checkout.intake') printLetters(event, since)
  const status = isReply(result) ? result.statusCode : 200
  if (!file && status >= 400 && status < 500) console.error(`\n${rejectedSample(name)}`)
  process.exitCode = status >= 400 ? 1 : 0
}

/** Returns a hint for a rejected sample. Some samples, such as those that remove an object, succeed only once. */
const rejectedSample = (name: string) =>
  `If this sample has run before, its object has changed. To run it on new data, restart the API with: npm start -- --memory
To send another request, pass a file with its event: npm run invoke -- ${name} FILE`

const command = new Command('npm run invoke --')
  .description('Runs one Lambda and prints its reply. The API must be running: npm start.')
  .argument('<name>', 'the Lambda, such as discounts.create')
  .argument('[file]', 'a file with the event; without it, the sample from events/')
  .option('--data <dir>', 'data directory of the running API', defaultDataDirectory)
  .option('--built', 'run the bundle that would be deployed', false)
  .showHelpAfterError()
  .action(invoke)

if (import.meta.main)
  await command.parseAsync().catch(error => {
    console.error(errorMessageOrStack(error))
    process.exitCode = 1
  })
