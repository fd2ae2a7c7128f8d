/** The command that sends archived checkout events again, and shows the progress of a replay. */

import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import * as z from 'zod'
import { now, timestamp } from '../../../lib/core/clock.ts'
import { dateTime, nonBlank } from '../../../lib/core/fields.ts'
import type { CommandHandler, CommandResult, CreateAction } from '../command.ts'
import type { ReportProgress } from '../progress.ts'
import { formatDate, formatFields } from '../text-tables.ts'
import type { EventArchive, Period, Replay } from './event-archive.ts'

const Input = z
  .object({ from: dateTime.optional(), to: dateTime.optional(), name: nonBlank(64).optional() })
  .refine(({ from, name }) => !from !== !name, { path: ['from'], error: 'or --name is required' })
  .refine(({ to, name }) => !(to && name), { path: ['to'], error: 'is not for --name' })
  .refine(({ to = '' }) => to <= timestamp(), { path: ['to'], error: 'must not be in the future' })
  .refine(({ from = '', to = timestamp() }) => from < to, { path: ['from'], error: 'must be before --to' })

const hasFailed = ({ state }: Replay) => state === 'FAILED' || state === 'CANCELLED'
const hasEnded = (replay: Replay) => replay.state === 'COMPLETED' || hasFailed(replay)

const replay: CommandHandler<typeof Input> = async ({ from, to = timestamp(), name }, { openArchive, report }) => {
  const archive = await openArchive()
  const replayName = from ? await start({ from, to }, archive) : (name ?? '')
  return resultOf(await waitForReplay(replayName, archive, report))
}

async function start(period: Period, archive: EventArchive): Promise<string> {
  const days = await archive.retentionDays()
  const oldest = now().getTime() - days * 24 * 3_600_000
  if (Date.parse(period.from) >= oldest) return archive.startReplay(period)
  const since = formatDate(new Date(oldest).toISOString())
  throw new Error(`The archive keeps events for ${days} days: --from must not be before ${since}.`)
}

export async function waitForReplay(
  name: string,
  archive: Pick<EventArchive, 'findReplay'>,
  report: ReportProgress,
  milliseconds = 5000,
): Promise<Replay> {
  const hint = `The replay goes on in AWS. To see its state, run the command with --name ${name} instead of times.`
  for (;;) {
    const found = await archive.findReplay(name)
    if (hasEnded(found)) return found
    report({ text: `${found.state}: events sent until ${formatDate(found.lastEvent)}`, hint })
    await pause(milliseconds)
  }
}

const note =
  'Events that had been applied change nothing. The others are being applied now; those that fail are dead letters.'

/** AWS recommends waiting this long before a replay, because an event may take ten minutes to reach the archive. */
const archiveMilliseconds = 10 * 60_000

/**
 * Returns a warning if the archive may not contain the last events of the period yet. Otherwise returns an empty array.
 */
function delayNote(to: string | null): string[] {
  const end = Date.parse(to ?? '')
  const isComplete = now().getTime() - end > archiveMilliseconds
  if (!to || isComplete) return []
  const [from, later] = [end - archiveMilliseconds, end + archiveMilliseconds].map(time => new Date(time).toISOString())
  return [
    `Events reach the archive up to ten minutes late. After ${formatDate(later ?? '')}, replay the last ones: --from ${from}`,
  ]
}

function resultOf(found: Replay): CommandResult {
  const { name, state, reason, from, to, lastEvent } = found
  const dates = { from: formatDate(from), to: formatDate(to), 'last event': formatDate(lastEvent) }
  const text = formatFields({ replay: name, state, ...dates })
  return hasFailed(found)
    ? { json: found, text, errors: [`The replay is ${state}: ${reason ?? 'AWS gave no reason.'}`] }
    : { json: found, text: [text, note, ...delayNote(to)].join('\n\n') }
}

export function addReplayCommand(program: Command, createAction: CreateAction): void {
  program
    .command('replay')
    .description(
      'Sends the checkout events of a period again, from the archive of a stage. Those that are applied already change nothing.',
    )
    .option('--from <time>', 'begin of the period, in UTC, such as 2026-11-20T08:30 (required without --name)')
    .option('--to <time>', 'end of the period. Default: now')
    .option('--name <name>', 'show this replay instead of starting one')
    .action(createAction(Input, replay))
}
