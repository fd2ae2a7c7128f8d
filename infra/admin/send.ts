/** The command that hands checkout events over, as the checkout's bus does in AWS. */

import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { columns } from './columns.ts'
import { command, type OpenModules, type Outcome } from './command.ts'
import { readEvents, type WrittenEvent } from './events.ts'
import type { Modules } from './modules.ts'
import { option } from './option.ts'
import type { Unsent } from './send-batches.ts'

const Files = z.object({
  file: option(z.array(nonBlank()).min(1), 'FILE…', 'JSON: one event, an array of them, or one a line'),
})

async function send({ file }: z.output<typeof Files>, openRooms: OpenModules): Promise<Outcome> {
  const rooms = await openRooms()
  const events = await flawless(file, rooms)
  const unsent = await rooms.entrance.hand(events)
  return told(events, unsent, rooms.entrance.afterwards)
}

/** All events of all files, or the faults of all that have any. */
async function flawless(files: readonly string[], { checkout, accounts }: Modules): Promise<WrittenEvent[]> {
  const { parseEvent } = await checkout()
  const { events, faults } = readEvents(files, parseEvent)
  faults.push(...(await homeless(events, accounts)))
  if (faults.length > 0) throw new Error([...faults, 'Nothing was sent.'].join('\n'))
  return events
}

/** Those whose store is not here, a sentence for each store. */
async function homeless(events: WrittenEvent[], { find }: Modules['accounts']): Promise<string[]> {
  const byAccount = [...Map.groupBy(events, ({ account }) => account)]
  const faults = byAccount.map(async ([account, [first, ...others]]) => {
    if (await find(account)) return []
    const speaks = others.length > 0 ? `and ${others.length} more speak` : 'speaks'
    return [`There is no account ${account}, of which ${first?.place} ${speaks}.`]
  })
  return (await Promise.all(faults)).flat()
}

function told(events: WrittenEvent[], unsent: Unsent[], afterwards: string | null): Outcome {
  const left = new Set(unsent.map(({ event }) => event))
  const sent = events.filter(event => !left.has(event))
  const byName = Map.groupBy(sent, ({ eventName }) => eventName)
  const counts = [...byName].map(([name, its]) => [name, its.length] as const)
  return {
    json: { sent: sent.length, byName: Object.fromEntries(counts) },
    text: [table(counts), ...(afterwards ? [afterwards] : [])].join('\n\n'),
    faults: unsent.map(sentence),
  }
}

const table = (counts: readonly (readonly [name: string, count: number])[]) =>
  columns([['event', 'sent'], ...counts.map(([name, count]) => [name, String(count)])])

const sentence = ({ event: { place, eventName, id }, reason }: Unsent) =>
  `${place}: ${eventName} ${id} was refused: ${reason}`

export const sendCommands = [
  command({
    words: 'send',
    purpose: 'Hands checkout events over: those of all files or, when one of them is malformed, none.',
    options: Files,
    bare: 'file',
    run: send,
  }),
]
