/** `npm run invoke`: runs one Lambda, with its sample event unless another is named, and prints what it replies. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { routes } from '../../lib/api.ts'
import { workers } from '../../lib/workers.ts'
import { parsed, UsageError, wordsFor } from './command-line.ts'
import { environment, prepare } from './environment.ts'
import { from, invokeWith } from './lambda.ts'
import { openLocalData } from './running.ts'

const usage = `Usage: npm run invoke -- NAME [EVENT.json] [--data DIR] [--built]

  npm run invoke -- discounts.create
  npm run invoke -- discounts.create my-event.json`

const options = {
  data: { type: 'string' },
  built: { type: 'boolean', default: false },
} as const

const names = [...routes, ...workers]
  .map(({ name }) => name)
  .concat('authorizer')
  .sort()
const root = join(import.meta.dirname, '../..')

/** Those of the same room or with the same verb, or all of them. */
function unknown(name: string): Error {
  const words = name.split('.')
  const near = names.filter(candidate => candidate.split('.').some(word => words.includes(word)))
  const shown = near.length > 0 ? near : names
  return new Error(`There is no Lambda ${name}. There is:\n${shown.map(known => `  ${known}`).join('\n')}`)
}

function readEvent(name: string, file = join(root, 'events', `${name.replace('.', '/')}.json`)): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (fault) {
    throw new Error(
      `The event cannot be read from ${file}: ${fault instanceof Error ? fault.message : fault}`,
    )
  }
}

function bodyText({ body, isBase64Encoded }: APIGatewayProxyResult): string {
  if (isBase64Encoded) return `(${Buffer.from(body, 'base64').length} bytes)`
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** An endpoint's reply as HTTP would show it; a worker's answer as it is. */
function shown(result: unknown): string {
  if (!isReply(result)) return JSON.stringify(result, null, 2)
  const headers = Object.entries(result.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
  return [result.statusCode, ...headers, '', bodyText(result)].join('\n')
}

const isReply = (result: unknown): result is APIGatewayProxyResult =>
  typeof result === 'object' && result !== null && 'statusCode' in result

interface Wish {
  name: string
  event: unknown
  directory: string | undefined
  built: boolean
}

async function run({ name, event, directory, built }: Wish): Promise<unknown> {
  const data = await openLocalData({ directory })
  try {
    /** On standard output there is the reply and nothing else. */
    Object.assign(process.env, { POWERTOOLS_LOG_LEVEL: 'ERROR' }, environment(data))
    const { ensureSamples } = await import('./demo/ensure.ts')
    await ensureSamples(data.directory)
    await prepare(built)
    return await invokeWith(from(built ? 'bundle' : 'source'))(name, event)
  } finally {
    await data.close()
  }
}

async function invoke(args: string[]): Promise<number> {
  const { positionals, values } = parsed({ args, options, allowPositionals: true })
  const [name, file] = positionals
  if (!name) throw new UsageError('Which Lambda?')
  if (!names.includes(name)) throw unknown(name)
  const { data: directory, built } = values
  const result = await run({ name, event: readEvent(name, file), directory, built })
  console.log(shown(result))
  return isReply(result) && result.statusCode >= 500 ? 1 : 0
}

try {
  process.exitCode = await invoke(process.argv.slice(2))
} catch (fault) {
  console.error(wordsFor(fault, usage))
  process.exitCode = 1
}
