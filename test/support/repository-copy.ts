/** Creates a copy of this repository, which a test can change, and shortens the demo store of a copy. */

import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newDirectory } from './temporary.ts'

const notCopied = ['.git', '.local', 'cdk.out', 'coverage', 'dist', 'node_modules']

export function copyRepository(): string {
  const copy = newDirectory()
  const entries = readdirSync('.').filter(name => !notCopied.includes(name))
  for (const name of entries) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}

/** The first events create the objects that the refunds and the stocks of the demo store need. */
const firstEvents = 60

/** The last events cover about one week, because the home page shows the figures of a week. */
const lastEvents = 60

/** Events with these names need no earlier event about the same object. */
const creatingEvents = new Set(['customer.updated', 'order.completed', 'cart.updated'])

/**
 * Keeps about a fifth of the recorded events, for tests that do not need all objects of the demo store. All
 * subscriptions then come from the sample events.
 */
export function shortenDemo(copy: string): void {
  const file = join(copy, 'infra/local/demo/events.ndjson')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const recent = lines.slice(-lastEvents).filter(line => creatingEvents.has(JSON.parse(line).eventName))
  writeFileSync(file, `${[...lines.slice(0, firstEvents), ...recent].join('\n')}\n`)
}
