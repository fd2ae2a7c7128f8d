/** What can be said on the command line of `npm start`. */

import { parsed, UsageError } from './command-line.ts'
import { defaultDirectory } from './directories.ts'

export interface Flags {
  port: number
  /** Where the data lies, and where other commands find the running API. */
  directory: string
  memory: boolean
  demo: boolean
  watch: boolean
  built: boolean
  help: boolean
}

export const usage = `Usage: npm start -- [options]

  --port NUMBER  where the API listens (3000; 0 takes any free port)
  --data DIR     where the data is kept (${defaultDirectory})
  --memory       keep no data
  --no-demo      make no demo store
  --watch        start the API anew when a source file changes
  --built        serve the bundles that would be deployed
  --help         show this`

const options = {
  port: { type: 'string', default: '3000' },
  data: { type: 'string', default: defaultDirectory },
  memory: { type: 'boolean', default: false },
  'no-demo': { type: 'boolean', default: false },
  watch: { type: 'boolean', default: false },
  built: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const

export function readFlags(args: string[]): Flags {
  const { port, data, 'no-demo': noDemo, ...switches } = parsed({ args, options }).values
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new UsageError(`--port must be a number from 0 to 65535, not ${port}.`)
  if (data === '') throw new UsageError('--data must name a directory.')
  return { ...switches, port: Number(port), directory: data, demo: !noDemo }
}
