/** The command that sends checkout events, as the checkout's bus does in AWS. */

import type { Command } from 'commander'
import * as z from 'zod'
import { nonBlank } from '../../lib/core/fields.ts'
import { columns } from './columns.ts'
import { type FileEvent, readEvents } from './events.ts'
import type { Modules } from './modules.ts'
import type { CommandResult, Run } from './run.ts'
import type { Unsent } from './send-batches.ts'

const Files = z.object({ files: z.array(nonBlank()).min(1) })

async function send({ files }: z.output<typeof Files>, modules: Modules): Promise<CommandResult> {
  const { transport } = modules
  const events = await validEvents(files, modules)
  const unsent = await transport.send(events)
  return resultOf(events, unsent, transport.note)
}

/** All events of all files; fails with the faults of all events if there are any. */
async function validEvents(files: readonly string[], { checkout, accounts }: Modules): Promise<FileEvent[]> {
  const { parseEvent } = await checkout()
  const { events, faults } = readEvents(files, parseEvent)
  faults.push(...(await unknownAccounts(events, accounts)))
  if (faults.length > 0) throw new Error([...faults, 'Nothing was sent.'].join('\n'))
  return events
}

/** A sentence for each account that does not exist. */
async function unknownAccounts(events: FileEvent[], { find }: Modules['accounts']): Promise<string[]> {
  const byAccount = [...Map.groupBy(events, ({ account }) => account)]
  const faults = byAccount.map(async ([account, [first, ...others]]) => {
    if (await find(account)) return []
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return [`There is no account ${account}: ${first?.location}${more}.`]
  })
  return (await Promise.all(faults)).flat()
}

function resultOf(events: FileEvent[], unsent: Unsent[], note: string | null): CommandResult {
  const failed = new Set(unsent.map(({ event }) => event))
  const sent = events.filter(event => !failed.has(event))
  const byName = Map.groupBy(sent, ({ eventName }) => eventName)
  const counts = [...byName].map(([name, members]) => [name, members.length] as const)
  return {
    json: { sent: sent.length, byName: Object.fromEntries(counts) },
    text: [table(counts), ...(note ? [note] : [])].join('\n\n'),
    errors: unsent.map(rejection),
  }
}

const table = (counts: readonly (readonly [name: string, count: number])[]) =>
  columns([['event', 'sent'], ...counts.map(([name, count]) => [name, String(count)])])

const rejection = ({ event: { location, eventName, id }, reason }: Unsent) =>
  `${location}: ${eventName} ${id} was rejected: ${reason}`

export function addSendCommand(program: Command, run: Run): void {
  program
    .command('send')
    .description('Sends the checkout events of all files. If any event is invalid, nothing is sent.')
    .argument('<files...>', 'JSON files: one event, an array of them, or one per line')
    .action(run(Files, send))
}
