/** The command that sends checkout events to the bus of a stage in AWS, or to the Lambda on this machine. */

import type { Command } from 'commander'
import * as z from 'zod'
import { integer, nonBlank } from '../../../lib/core/fields.ts'
import type { CommandHandler, CommandResult, CreateAction } from '../command.ts'
import type { Modules } from '../modules.ts'
import { type Progress, progressSentences } from '../progress.ts'
import { formatTable } from '../text-tables.ts'
import { type FileEvent, readEventFiles } from './event-files.ts'
import type { UnsentEvent } from './send-batches.ts'

const Input = z.object({ files: z.array(nonBlank()).min(1), resume: integer().default(0) })

const send: CommandHandler<typeof Input> = async ({ files, resume }, context) => {
  const { transport, report } = context
  const events = await validEvents(files, context)
  if (resume > events.length) throw new Error(`--resume is ${resume}, but there are ${events.length} events.`)
  const progressAfter = (count: number) => progress(resume + count, events.length)
  report(progressAfter(0))
  const rest = events.slice(resume)
  const { count, rejected, stoppedBy } = await transport.send(rest, count => report(progressAfter(count)))
  const sent = rest.slice(0, count)
  const notes = [await ignoredNote(sent, context), await awaitedNote(sent, context), transport.note]
  const { json, text } = resultOf(sent, rejected)
  return {
    json,
    text: [text, ...notes.filter(note => note !== null)].join('\n\n'),
    errors: [
      ...rejected.map(rejection),
      ...(stoppedBy === null ? [] : [`${stoppedBy}\nStopped: ${progressSentences(progressAfter(count))}`]),
    ],
  }
}

const maxNamed = 5

/**
 * Returns a note that names orders whose `order.completed` has not arrived yet. The note is needed because the worker
 * reports no fault for other events about such an order.
 */
async function awaitedNote(events: readonly FileEvent[], { checkout }: Modules): Promise<string | null> {
  const { findOrdersWithoutCompletion, parseEvent } = await checkout()
  const tokens = await findOrdersWithoutCompletion(events.map(({ json }) => parseEvent(json)))
  if (tokens.length === 0) return null
  const more = tokens.length > maxNamed ? ` and ${tokens.length - maxNamed} more` : ''
  return `These orders are not there yet: ${tokens.slice(0, maxNamed).join(', ')}${more}. What was sent about them is kept, and applies when their order.completed arrives.`
}

/**
 * Returns a note that lists the unknown event names. The note is needed because the worker ignores events with unknown
 * names and reports no fault.
 */
async function ignoredNote(events: readonly FileEvent[], { checkout }: Modules): Promise<string | null> {
  const { isKnownEventName } = await checkout()
  const ignored = new Set(events.map(({ eventName }) => eventName).filter(name => !isKnownEventName(name)))
  return ignored.size > 0
    ? `The API knows no events with these names and ignores them: ${[...ignored].join(', ')}.`
    : null
}

const progress = (count: number, total: number): Progress => ({
  text: `${count} of ${total} events sent`,
  hint: `To send the others, add --resume ${count} to the same command.`,
})

/** Returns the events of all files. If any event is invalid, throws an error that lists all faults. */
async function validEvents(files: readonly string[], { checkout, accounts }: Modules): Promise<FileEvent[]> {
  const { parseEvent, suggestEventName } = await checkout()
  const { events, faults } = readEventFiles(files, parseEvent)
  faults.push(...misspeltNames(events, suggestEventName), ...(await unknownAccounts(events, accounts)))
  if (faults.length > 0) throw new Error([...faults, 'Nothing was sent.'].join('\n'))
  return events
}

/** Returns a sentence for each event whose name seems to be a typo. Names that resemble no known name are accepted. */
const misspeltNames = (events: FileEvent[], suggestEventName: (eventName: string) => string | undefined) =>
  events.flatMap(({ location, eventName }) => {
    const name = suggestEventName(eventName)
    return name ? [`${location}: there is no event ${eventName}. Did you mean ${name}?`] : []
  })

async function unknownAccounts(events: FileEvent[], { find }: Modules['accounts']): Promise<string[]> {
  const byAccount = [...Map.groupBy(events, ({ account }) => account)]
  const faults = byAccount.map(async ([account, [first, ...others]]) => {
    if (await find(account)) return []
    const more = others.length > 0 ? ` and ${others.length} more` : ''
    return [`There is no account ${account}: ${first?.location}${more}.`]
  })
  return (await Promise.all(faults)).flat()
}

function resultOf(events: FileEvent[], rejected: UnsentEvent[]): CommandResult {
  const failed = new Set(rejected.map(({ event }) => event))
  const sent = events.filter(event => !failed.has(event))
  const byName = [...Map.groupBy(sent, ({ eventName }) => eventName)]
  return {
    json: { sent: sent.length, byName: Object.fromEntries(byName.map(([name, { length }]) => [name, length])) },
    text: formatTable(
      ['event', 'sent'],
      byName.map(([event, { length }]) => ({ event, sent: length })),
    ),
  }
}

const rejection = ({ event: { location, eventName, id }, reason }: UnsentEvent) =>
  `${location}: ${eventName} ${id} was rejected: ${reason}`

export function addSendCommand(program: Command, createAction: CreateAction): void {
  program
    .command('send')
    .description('Sends the checkout events of all files. If any event is invalid, nothing is sent.')
    .argument('<files...>', 'JSON files: one event, an array of them, or one per line')
    .option('--resume <count>', 'skip this many events, as an interrupted command printed it')
    .action(createAction(Input, send))
}
