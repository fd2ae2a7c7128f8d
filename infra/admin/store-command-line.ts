/** Runs the `store` command, which administers stores on this machine or in AWS. */

import { promisify } from 'node:util'
import { CommanderError } from 'commander'
import { commandErrorMessage } from '../error-text.ts'
import type { CreateAction, Write } from './command.ts'
import { parseCommandOptions, parseGlobalOptions } from './command-options.ts'
import { connectModules } from './modules.ts'
import { createProgram } from './program.ts'
import { createProgress, type ReportProgress } from './progress.ts'

interface Printed {
  exitCode: number
  output: string
  errors: string
}

const failed = 1
/** Shells use these exit codes for a wrong command line and for Ctrl-C. SIGTERM and SIGHUP also give `interrupted`. */
const misused = 2
const interrupted = 130

export async function runStoreCommandLine(
  args: readonly string[],
  report: ReportProgress = () => {},
  write: Write = () => {},
): Promise<Printed> {
  const printed: Printed = { exitCode: 0, output: '', errors: '' }
  const createAction: CreateAction = (schema, handler) =>
    async function () {
      const input = parseCommandOptions(this, schema)
      const settings = parseGlobalOptions(this)
      const { json: isJson } = settings
      const context = { ...(await connectModules(settings)), report, write, isJson }
      const { json, text, errors = [] } = await handler(input, context)
      printed.output = isJson ? (JSON.stringify(json, null, 2) ?? '') : text
      if (errors.length > 0) Object.assign(printed, { exitCode: failed, errors: errors.join('\n') })
    }
  const program = createProgram(createAction, text => {
    printed.output += text
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return printed
  } catch (error) {
    return afterError(error, printed)
  }
}

/** Commander throws a CommanderError after an error in the command line, and also after printing help. */
function afterError(error: unknown, { output }: Printed): Printed {
  if (!(error instanceof CommanderError)) return { exitCode: failed, output: '', errors: commandErrorMessage(error) }
  const isHelp = error.code.startsWith('commander.help')
  const text = output.trimEnd()
  return isHelp ? { exitCode: 0, output: text, errors: '' } : { exitCode: misused, output: '', errors: text }
}

if (import.meta.main) {
  const { report, clear, interrupt } = createProgress(process.stderr)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => {
      interrupt()
      process.exit(interrupted)
    })
  /**
   * If the disk is full or the pipe is closed, `write` rejects, and the command prints the error. Node also emits the
   * event `error`, which would end the process without this listener.
   */
  process.stdout.on('error', () => {})
  const write = promisify((text: string, done: (error?: Error | null) => void) => {
    process.stdout.write(text, done)
  })
  const { exitCode, output, errors } = await runStoreCommandLine(process.argv.slice(2), report, write)
  clear()
  if (output) console.log(output)
  if (errors) console.error(errors)
  process.exitCode = exitCode
}
