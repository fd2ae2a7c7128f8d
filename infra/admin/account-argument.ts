/** The number of an account, which a command takes as an argument or as an option. */

import type { Command } from 'commander'

export const withAccount = (command: Command): Command =>
  command
    .argument('[account]', 'number of the account; required here or as --account')
    .option('--account <number>', 'number of the account')
