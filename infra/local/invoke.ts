/** `npm run invoke`: runs one Lambda with its sample event, or with another one, and prints its reply. */

import { resolve } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { Command } from 'commander'
import { routes } from '../../lib/api.ts'
import { timestamp } from '../../lib/core/clock.ts'
import { env } from '../../lib/core/env.ts'
import { workers } from '../../lib/workers.ts'
import { docsDirectory } from '../docs.ts'
import { errorText } from '../error-text.ts'
import { findLocalTable } from './database/local-table.ts'
import { defaultDirectory, mailsIn } from './directories.ts'
import { buildServedFiles, environment } from './environment.ts'
import { readEvent } from './event-file.ts'
import { findEventLetter } from './event-letters.ts'
import { createInvoke, loadFrom } from './lambda.ts'

const names = [...routes, ...workers]
  .map(({ name }) => name)
  .concat('authorizer')
  .sort()

/** Suggests the Lambdas of the same module or with the same verb, or else all of them. */
function unknownLambda(name: string): Error {
  const words = name.split('.')
  const similar = names.filter(candidate => candidate.split('.').some(word => words.includes(word)))
  const suggestions = (similar.length > 0 ? similar : names).map(candidate => `  ${candidate}`)
  return new Error(`There is no Lambda ${name}. Did you mean:\n${suggestions.join('\n')}`)
}

function bodyText({ body, isBase64Encoded }: APIGatewayProxyResult): string {
  if (isBase64Encoded) return `(${Buffer.from(body, 'base64').length} bytes)`
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** An endpoint's reply as HTTP would show it; a worker's result as JSON. */
function resultText(result: unknown): string {
  if (!isReply(result)) return JSON.stringify(result, null, 2)
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [result.statusCode, ...headers, '', bodyText(result)].join('\n')
}

const isReply = (result: unknown): result is APIGatewayProxyResult =>
  typeof result === 'object' && result !== null && 'statusCode' in result

interface Options {
  data: string
  built: boolean
}

async function run(name: string, event: unknown, { data, built }: Options): Promise<unknown> {
  const table = await findLocalTable(data)
  /** Standard output is for the reply alone. */
  const docs = resolve(import.meta.dirname, '../..', docsDirectory)
  const variables = environment({ ...table, docs, mails: mailsIn(data) })
  Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'ERROR' }, variables)
  const { ensureSampleData } = await import('./demo/ensure.ts')
  await ensureSampleData(data)
  await buildServedFiles(built)
  return createInvoke(loadFrom(built ? 'bundle' : 'source'))(name, event)
}

/** The messages of the event that the worker made dead letters: its result does not show them. */
function printLetters(event: unknown, since: string): void {
  const { Records = [] } = event as { Records?: { messageId?: string }[] }
  const letters = Records.map(({ messageId = '' }) =>
    findEventLetter(env.deadLettersDirectory ?? '', messageId),
  )
  for (const letter of letters)
    if (letter && letter.time >= since) console.error(`${letter.id} is a dead letter now: ${letter.reason}`)
}

async function invoke(name: string, file: string | undefined, options: Options): Promise<void> {
  if (!names.includes(name)) throw unknownLambda(name)
  const event = readEvent(name, file)
  const since = timestamp()
  const result = await run(name, event, options)
  console.log(resultText(result))
  if (name === 'checkout.intake') printLetters(event, since)
  const status = isReply(result) ? result.statusCode : 200
  if (!file && status >= 400 && status < 500) console.error(`\n${rejectedSample(name)}`)
  process.exitCode = status >= 500 ? 1 : 0
}

/** A sample may remove, refund or pause an object, which is possible once. */
const rejectedSample = (name: string) =>
  `If this sample has run before, its object has changed. To run it on new data, restart the API with: npm start -- --memory
To send another request, pass a file with its event: npm run invoke -- ${name} FILE`

await new Command('npm run invoke --')
  .description('Runs one Lambda and prints its reply. The API must be running: npm start.')
  .argument('<name>', 'the Lambda, such as discounts.create')
  .argument('[file]', 'a file with the event; without it, the sample from events/')
  .option('--data <dir>', 'data directory of the running API', defaultDirectory)
  .option('--built', 'run the bundle that would be deployed', false)
  .showHelpAfterError()
  .action(invoke)
  .parseAsync()
  .catch(error => {
    console.error(errorText(error))
    process.exitCode = 1
  })
