/** The options by which commands name a store: the number of its account alone, or with a mode. */

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

/** The place of the data: a stage, or a data directory other than the default one. */
interface Place {
  stage: string | null
  data: string | null
}

/** Returns a command of `store` as it is typed in a shell, for hints. */
export const storeCommand = (command: string, { stage, data }: Place): string =>
  ['npm run store --', command, ...(stage ? ['--stage', stage] : []), ...(data ? ['--data', data] : [])].join(' ')
