/** The command-line options of `npm start`. */

import { Command, InvalidArgumentError } from 'commander'
import { defaultDirectory } from './directories.ts'

export interface StartOptions {
  port: number
  /** The data directory, by which other commands find the running API. */
  data: string
  memory?: boolean
  demo: boolean
  watch?: boolean
  built?: boolean
}

function portNumber(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text)
  throw new InvalidArgumentError('It must be a number from 0 to 65535.')
}

function directory(text: string): string {
  if (text !== '') return text
  throw new InvalidArgumentError('It must name a directory.')
}

/** Prints help or what is wrong with the options, and exits, where there is nothing to start. */
export const parseOptions = (args: readonly string[]): StartOptions =>
  new Command('npm start --')
    .description('Runs the whole API on this machine.')
    .option('--port <number>', 'port of the API; 0 picks a free port', portNumber, 3000)
    .option('--data <dir>', 'data directory', directory, defaultDirectory)
    .option('--memory', 'keep the data in memory only')
    .option('--no-demo', 'do not create the demo store')
    .option('--watch', 'restart the API when a source file changes')
    .option('--built', 'build and serve the bundles that would be deployed')
    .showHelpAfterError()
    .parse(args, { from: 'user' })
    .opts<StartOptions>()
