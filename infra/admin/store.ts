/** The `store` command: administers stores, on this machine or in AWS. */

import { type Line, readLine } from './arguments.ts'
import type { OpenModules } from './command.ts'
import { type Failure, failed, failureOf } from './failure.ts'
import { help } from './help.ts'
import { open } from './modules.ts'
import type { Settings } from './settings.ts'

interface Answer extends Failure {
  output: string
}

/** Answers with all that is to be printed, and the exit code. */
export async function store(typed: readonly string[]): Promise<Answer> {
  try {
    const line = readLine(typed)
    const { json, text, faults = [] } = await outcomeOf(line)
    const output = line.settings.json ? JSON.stringify(json, null, 2) : text
    return { exitCode: faults.length > 0 ? failed : 0, output, sentences: faults.join('\n') }
  } catch (fault) {
    return { output: '', ...failureOf(fault) }
  }
}

const outcomeOf = async (line: Line) =>
  'about' in line
    ? help(line.about)
    : withRooms(line.settings, openRooms => line.command.run(line.given, openRooms))

/** Opens the data when it is first asked for, and closes it again whatever happens. */
async function withRooms<T>(settings: Settings, run: (openRooms: OpenModules) => Promise<T>): Promise<T> {
  let opening: ReturnType<typeof open> | undefined
  const openRooms = async () => {
    opening ??= open(settings)
    return (await opening).rooms
  }
  try {
    return await run(openRooms)
  } finally {
    const opened = await opening?.catch(() => undefined)
    await opened?.close()
  }
}

if (import.meta.main) {
  const { exitCode, output, sentences } = await store(process.argv.slice(2))
  if (output) console.log(output)
  if (sentences) console.error(sentences)
  process.exitCode = exitCode
}
