/** The commands for dead letters, which are messages that could not be delivered or processed. */

import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, nonBlank } from '../../../lib/core/fields.ts'
import { commandErrorMessage } from '../../error-text.ts'
import type { CommandContext, CommandHandler, CommandResult, CreateAction } from '../command.ts'
import { formatDate, formatFields, formatTable } from '../text-tables.ts'
import { type DeadLetter, type DeadLetterQueue, type DeadLetterSource, deadLetterSources } from './dead-letter-queue.ts'

const Queue = z.object({ queue: z.enum(deadLetterSources).default('checkout') })
const One = Queue.extend({ id: nonBlank() })
const Some = Queue.extend({ id: nonBlank().optional(), all: boolean.default(false) }).refine(
  ({ id, all }) => all === !id,
  { path: ['id'], error: 'or --all is required' },
)

type Use = (letters: DeadLetter[], queue: DeadLetterQueue) => Promise<CommandResult> | CommandResult

/**
 * Calls `use` with the dead letters of a queue. Then closes the queue, so that other commands can read the remaining
 * dead letters.
 */
async function withDeadLetters(source: DeadLetterSource, { openDeadLetters }: CommandContext, use: Use) {
  const queue = await openDeadLetters(source)
  try {
    return await use(await queue.read(), queue)
  } finally {
    await queue.close()
  }
}

const list: CommandHandler<typeof Queue> = ({ queue }, context) =>
  withDeadLetters(queue, context, (letters, { max }) => ({
    json: letters.map(summaryOf),
    text: letters.length > 0 ? listText(letters, max) : 'There are no dead letters.',
  }))

const summaryOf = ({ id, time, subject, reason }: DeadLetter) => ({ id, time, subject, reason })

function listText(letters: DeadLetter[], max: number): string {
  const rows = letters.map(letter => ({ ...letter, time: formatDate(letter.time), what: letter.subject }))
  const note = letters.length >= max ? [`These are the first ${max}. There may be more.`] : []
  return [formatTable(['id', 'time', 'what', 'reason'], rows), ...note].join('\n\n')
}

const show: CommandHandler<typeof One> = ({ queue, id }, context) =>
  withDeadLetters(queue, context, letters => {
    const letter = only(letters, id)
    const { content } = letter
    const contentText = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
    return { json: { ...summaryOf(letter), content }, text: `${formatFields(summaryOf(letter))}\n\n${contentText}` }
  })

function only(letters: DeadLetter[], id: string): DeadLetter {
  const letter = letters.find(candidate => candidate.id === id)
  if (letter) return letter
  throw new Error(`There is no dead letter ${id} in this queue: "letters list" shows their ids.`)
}

/**
 * Redrives or drops dead letters one at a time. After an interruption, the unprocessed dead letters are still in the
 * queue.
 */
const change =
  (verb: 'redrive' | 'drop'): CommandHandler<typeof Some> =>
  ({ queue, id }, context) =>
    withDeadLetters(queue, context, async (found, opened) => {
      const letters = id ? [only(found, id)] : found
      const errors: string[] = []
      for (const [n, letter] of letters.entries()) {
        context.report({ text: `${n} of ${letters.length} dead letters done` })
        await letter[verb]().catch(error => errors.push(`${letter.id}: ${commandErrorMessage(error)}`))
      }
      const done = letters.length - errors.length
      const sentence = `${done} of ${letters.length} dead letters ${verb === 'drop' ? 'dropped' : 'redriven'}.`
      const notes = verb === 'redrive' && done > 0 && opened.note ? [opened.note] : []
      const rest = letters.length >= opened.max ? ['There may be more: run the command again.'] : []
      return { json: { done, failed: errors }, text: [sentence, ...notes, ...rest].join('\n'), errors }
    })

export function addDeadLetterCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('letters').description('Shows dead letters, and processes them again.')
  addQueueOption(group.command('list'))
    .description('Lists the dead letters with their reasons, oldest first.')
    .action(createAction(Queue, list))
  addQueueOption(group.command('show'))
    .description('Shows a dead letter and its content, which may be personal data.')
    .option('--id <id>', 'id of the letter (required)')
    .action(createAction(One, show))
  addSelectionOptions(group.command('redrive'))
    .description('Processes dead letters again. Fix what made them fail first.')
    .action(createAction(Some, change('redrive')))
  addSelectionOptions(group.command('drop'))
    .description('Deletes dead letters.')
    .action(createAction(Some, change('drop')))
}

const addQueueOption = (command: Command) =>
  command.option('--queue <name>', `whose dead letters: ${deadLetterSources.join(', ')} (default: checkout)`)

const addSelectionOptions = (command: Command) =>
  addQueueOption(command)
    .option('--id <id>', 'this letter; required unless --all is given')
    .option('--all', 'all letters of the queue')
