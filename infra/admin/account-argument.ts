/** The number of an account, which a command takes as an argument or as an option. */

import type { Command } from 'commander'

export const withAccount = (command: Command): Command =>
  command
    .argument('[account]', 'number of the account (required)')
    .option('--account <number>', 'the same as an option')
