/** The checkout events of the demo store: recorded in a file, and moved to the present when they are loaded. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mode } from '../../../lib/core/tenant.ts'

export interface DemoEvent {
  id: string
  eventName: string
  account: number
  mode: Mode
  createdOn: string
  content: unknown
}

const file = join(import.meta.dirname, 'events.ndjson')

/** When the file was recorded: its last events happened just before. */
const recordedAt = Date.parse('2026-11-15T20:00:00.000Z')

const isoDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** All dates move by the same amount, so that the store looks at `now` as it looked when it was recorded. */
export function demoEvents(now: Date): DemoEvent[] {
  const offset = now.getTime() - recordedAt
  const moved = (_key: string, value: unknown) =>
    typeof value === 'string' && isoDate.test(value) ? new Date(Date.parse(value) + offset).toISOString() : value
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  return lines.map(line => JSON.parse(line, moved))
}

interface Fields {
  token?: string
  orderToken?: string
}

function orderOf({ content }: DemoEvent) {
  const { orderToken, token } = content as Fields
  return orderToken ?? token
}

const emailIn = ({ content }: DemoEvent) => /"email":"([^"]+)"/.exec(JSON.stringify(content))?.[1]

/** The events of each customer, in their order. Those about an order belong to its buyer. */
export function customersOf(events: readonly DemoEvent[]): DemoEvent[][] {
  const buyers = new Map<string | undefined, string>()
  for (const event of events) {
    const email = emailIn(event)
    if (email) buyers.set(orderOf(event), email)
  }
  return [...Map.groupBy(events, event => emailIn(event) ?? buyers.get(orderOf(event)) ?? event.id).values()]
}
