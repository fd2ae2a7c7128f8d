/** The commands that switch maintenance mode on and off for all stores, and show whether it is on. */

import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, integer, nonBlank } from '../../lib/core/fields.ts'
import type { Maintenance } from '../../lib/maintenance-mode/index.ts'
import { authorizerCacheSeconds } from '../constants.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from './command.ts'
import { formatDate, formatFields } from './text-tables.ts'

const NewMaintenance = z.object({
  minutes: integer({ min: 1, max: 10_080 }).optional(),
  message: nonBlank(500).optional(),
  applyEvents: boolean.optional(),
})
type NewMaintenance = z.output<typeof NewMaintenance>
const NoInput = z.object({})

/**
 * An option that is not given keeps its value while the maintenance is on. Unless events are applied, none may be
 * delivered while requests are rejected. `maintenance on` therefore stops the delivery first, and `maintenance off`
 * resumes it last. If a command fails between its two steps, it can be repeated.
 */
const on: CommandHandler<typeof NewMaintenance> = async (given, context) => {
  const present = await context.maintenanceMode.find({ isConsistent: true })
  const appliesEvents = given.applyEvents ?? present?.appliesEvents ?? false
  if (!appliesEvents) await context.setEventDelivery(false)
  const maintenance = await context.maintenanceMode.start({
    until: expectedEnd(given, present, context),
    message: given.message ?? present?.message ?? undefined,
    appliesEvents,
  })
  if (appliesEvents) await context.setEventDelivery(true)
  return resultOf(maintenance, context, takesEffect)
}

/** Without `--minutes`, the expected end stays as it is, unless it has passed. */
function expectedEnd({ minutes }: NewMaintenance, present: Maintenance | null, { maintenanceMode }: CommandContext) {
  const isKept = minutes === undefined && present && Date.parse(present.until) > Date.now()
  return isKept ? present.until : maintenanceMode.expectedEndIn(minutes ?? 10)
}

const off: CommandHandler<typeof NoInput> = async (_input, context) => {
  await context.maintenanceMode.end()
  await context.setEventDelivery(true)
  return resultOf(null, context, takesEffect)
}

const show: CommandHandler<typeof NoInput> = async (_input, context) =>
  resultOf(await context.maintenanceMode.find(), context)

const takesEffect = `This takes effect within ${authorizerCacheSeconds + 10} seconds: the gateway caches keys for ${authorizerCacheSeconds} seconds.`

async function resultOf(
  maintenance: Maintenance | null,
  { describeEventDelivery }: CommandContext,
  notice?: string,
): Promise<CommandResult> {
  const events = await describeEventDelivery(maintenance)
  const details = maintenance && {
    since: formatDate(maintenance.since),
    until: `${formatDate(maintenance.until)} as expected, and in any case until "maintenance off"`,
    message: maintenance.message,
  }
  return {
    json: { isOn: maintenance !== null, ...maintenance, events },
    text: [formatFields({ maintenance: maintenance ? 'on' : 'off', ...details, events }), notice]
      .filter(Boolean)
      .join('\n\n'),
  }
}

export function addMaintenanceCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('maintenance').description('Switches the maintenance of all stores on and off.')
  group
    .command('on')
    .description(
      'Requests with a key get 503 with Retry-After, and checkout events wait in their queue. Repeat it to change an option: the others keep their values until "off".',
    )
    .option('--minutes <number>', 'expected duration, from which Retry-After follows (default: 10); it ends by "off"')
    .option('--message <text>', 'text of the replies')
    .option('--apply-events', 'apply checkout events meanwhile, such as those of a replay')
    .option('--no-apply-events', 'let checkout events wait again')
    .action(createAction(NewMaintenance, on))
  group
    .command('off')
    .description('Accepts requests again, and applies the events that have waited.')
    .action(createAction(NoInput, off))
  group.command('show').description('Shows whether there is a maintenance.').action(createAction(NoInput, show))
}
