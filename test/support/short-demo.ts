/** Shortens the demo store in a copy of the repository, for tests that do not need all of its objects. */

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The first events create the objects that the refunds and the stocks of the demo store need. */
const firstEvents = 60

/** The last events are those of one week. The figures of the home page are about this week. */
const lastEvents = 60

/** Events with these names need no earlier event about the same object. */
const creatingEvents = new Set(['customer.updated', 'order.completed', 'cart.updated'])

/** Keeps about a fifth of the recorded events. The samples also create objects, such as subscriptions. */
export function shortenDemo(copy: string): void {
  const file = join(copy, 'infra/local/demo/events.ndjson')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const recent = lines.slice(-lastEvents).filter(line => creatingEvents.has(JSON.parse(line).eventName))
  writeFileSync(file, `${[...lines.slice(0, firstEvents), ...recent].join('\n')}\n`)
}
