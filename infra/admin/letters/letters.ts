/** The commands that list, redrive and drop dead letters, which are messages that workers could not process. */

import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, nonBlank } from '../../../lib/core/fields.ts'
import { errorMessage } from '../../error-text.ts'
import { columns, dateText } from '../columns.ts'
import type { Modules } from '../modules.ts'
import type { Report } from '../progress.ts'
import type { CommandResult, Execute, Run } from '../run.ts'
import { type Letter, type LetterQueue, letterSources } from './letter-queue.ts'

const Queue = z.object({ queue: z.enum(letterSources).default('checkout') })
const One = Queue.extend({ id: nonBlank() })
const Some = Queue.extend({ id: nonBlank().optional(), all: boolean.default(false) }).refine(
  ({ id, all }) => all === !id,
  { path: ['id'], error: 'or --all is required' },
)

type Use = (letters: Letter[], queue: LetterQueue) => Promise<CommandResult> | CommandResult

/** Reads the letters. At the end, those that are still in the queue become visible for other commands. */
async function withLetters(source: z.output<typeof Queue>['queue'], { openLetters }: Modules, use: Use) {
  const queue = await openLetters(source)
  try {
    return await use(await queue.read(), queue)
  } finally {
    await queue.close()
  }
}

const list: Execute<typeof Queue> = ({ queue }, modules) =>
  withLetters(queue, modules, (letters, { max }) => ({
    json: letters.map(({ content: _, ...letter }) => letter),
    text: letters.length > 0 ? listText(letters, max) : 'There are no dead letters.',
  }))

const headings = ['id', 'time', 'what', 'reason']

const row = ({ id, time, subject, reason }: Letter) => [id, dateText(time), subject, reason]

const listText = (letters: Letter[], max: number) =>
  [
    columns([headings, ...letters.map(row)]),
    ...(letters.length >= max ? [`These are the first ${max}. There may be more.`] : []),
  ].join('\n\n')

const show: Execute<typeof One> = ({ queue, id }, modules) =>
  withLetters(queue, modules, letters => {
    const letter = only(letters, id)
    const { content, ...fields } = letter
    const table = columns(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    return { json: letter, text: `${table}\n\n${contentText(content)}` }
  })

const contentText = (content: unknown) => (typeof content === 'string' ? content : JSON.stringify(content, null, 2))

function only(letters: Letter[], id: string): Letter {
  const letter = letters.find(candidate => candidate.id === id)
  if (letter) return letter
  throw new Error(`There is no dead letter ${id} in this queue: "letters list" shows their ids.`)
}

const change =
  (verb: 'redrive' | 'drop'): Execute<typeof Some> =>
  ({ queue, id }, modules, report) =>
    withLetters(queue, modules, (letters, opened) =>
      changeEach(id ? [only(letters, id)] : letters, { verb, queue: opened, report }),
    )

interface Change {
  verb: 'redrive' | 'drop'
  queue: LetterQueue
  report: Report
}

/** Letters are changed one after the other, so that each is either done or still a dead letter. */
async function changeEach(letters: Letter[], { verb, queue, report }: Change): Promise<CommandResult> {
  const errors: string[] = []
  for (const [n, letter] of letters.entries()) {
    report({ text: `${n} of ${letters.length} dead letters done` })
    await queue[verb](letter).catch(error => errors.push(`${letter.id}: ${errorMessage(error)}`))
  }
  const done = letters.length - errors.length
  const sentence = `${done} of ${letters.length} dead letters ${verb === 'drop' ? 'dropped' : 'redriven'}.`
  const notes = verb === 'redrive' && done > 0 && queue.note ? [queue.note] : []
  const rest = letters.length >= queue.max ? ['There may be more: run the command again.'] : []
  return { json: { done, failed: errors }, text: [sentence, ...notes, ...rest].join('\n'), errors }
}

export function addLetterCommands(program: Command, run: Run): void {
  const group = program.command('letters').description('Shows dead letters, and processes them again.')
  withQueue(group.command('list'))
    .description('Lists the dead letters with their reasons, oldest first.')
    .action(run(Queue, list))
  withQueue(group.command('show'))
    .description('Shows a dead letter and its content, which may be personal data.')
    .option('--id <id>', 'id of the letter (required)')
    .action(run(One, show))
  withSome(group.command('redrive'))
    .description('Processes dead letters again. Fix what made them fail first.')
    .action(run(Some, change('redrive')))
  withSome(group.command('drop'))
    .description('Deletes dead letters.')
    .action(run(Some, change('drop')))
}

const withQueue = (command: Command) =>
  command.option('--queue <name>', `whose dead letters: ${letterSources.join(', ')} (default: checkout)`)

const withSome = (command: Command) =>
  withQueue(command)
    .option('--id <id>', 'this letter; required unless --all is given')
    .option('--all', 'all letters of the queue')
