/** Defines the commands of `store`, and the options that all of them have. */

import { Command } from 'commander'
import { defaultDataDirectory } from '../local/data-directory.ts'
import { addAccountCommands } from './accounts.ts'
import { addCheckAndRepairCommand } from './check-and-repair.ts'
import { addCheckoutEventSourceCommands } from './checkout-event-sources.ts'
import type { CreateAction } from './command.ts'
import { addCustomerErasureCommand } from './customer-erasure.ts'
import { addDeadLetterCommands } from './dead-letters/dead-letter-commands.ts'
import { addReplayCommand } from './events/replay.ts'
import { addSendCommand } from './events/send.ts'
import { addImportCommand } from './import-from-server/import-command.ts'
import { addKeyCommands } from './keys.ts'
import { addMaintenanceCommands } from './maintenance-mode.ts'
import { addMigrateCommand } from './migrate.ts'
import { addMoveSecretsToTableCommand } from './move-secrets-to-table.ts'
import { addStripeKeyCommands } from './payment-keys.ts'
import { addRebuildListsCommands } from './rebuild-lists.ts'
import { addRestoreCommand } from './restore/restore-command.ts'
import { addSandboxLedgerCommand } from './sandbox-gateway-ledger.ts'
import { addStripeBackfillCommand } from './stripe-backfill.ts'
import { addGatewayOperationCommands } from './unfinished-gateway-operations.ts'

const hint = 'Add --help to see what a command takes.'
const note = 'In scripts, use "npm run --silent store -- --json …": without --silent, npm prints lines of its own.'

/** The help lists the commands in this order. */
const groups = [
  addAccountCommands,
  addKeyCommands,
  addCustomerErasureCommand,
  addStripeKeyCommands,
  addSandboxLedgerCommand,
  addStripeBackfillCommand,
  addCheckoutEventSourceCommands,
  addMoveSecretsToTableCommand,
  addSendCommand,
  addReplayCommand,
  addImportCommand,
  addDeadLetterCommands,
  addRebuildListsCommands,
  addCheckAndRepairCommand,
  addGatewayOperationCommands,
  addMigrateCommand,
  addMaintenanceCommands,
  addRestoreCommand,
]

/** Commander writes help and command-line errors with `write`, and throws a CommanderError instead of exiting. */
export function createProgram(createAction: CreateAction, write: (text: string) => void): Command {
  const program = new Command('npm run store --')
    .description('Administers stores on this machine or in AWS.')
    .option('--stage <name>', 'work on this stage in AWS instead of this machine')
    .option('--data <dir>', `data directory of the running API (default: ${defaultDataDirectory})`)
    .option('--json', 'print one JSON document instead of text')
    .exitOverride()
    .configureOutput({ writeOut: write, writeErr: write, getOutHelpWidth: () => 100, getErrHelpWidth: () => 100 })
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError(hint)
    .addHelpText('after', `\n${note}`)
  for (const addCommands of groups) addCommands(program, createAction)
  return program
}
