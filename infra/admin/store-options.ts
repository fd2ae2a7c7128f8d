/** How commands name a store: by the number of its account alone, or with a mode. */

import type { Command } from 'commander'
import { NewKey } from '../../lib/keys/schemas.ts'

export const withAccount = (command: Command): Command =>
  command
    .argument('[account]', 'number of the account; required here or as --account')
    .option('--account <number>', 'number of the account')

export const Store = NewKey.pick({ account: true, mode: true })

export const withStore = (command: Command): Command =>
  command
    .option('--account <number>', 'number of the account (required)')
    .option('--mode <mode>', 'mode of the store: Live or Test (required)')

/** For a command that is printed, so that it works on the same stage. */
export const stageOption = (stage: string | null) => (stage ? `--stage ${stage} ` : '')
