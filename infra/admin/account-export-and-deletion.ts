/** The commands that write all objects of a store to standard output, and that delete a store. */

import type { Command } from 'commander'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { caseInsensitiveEnum, nonBlank } from '../../lib/core/fields.ts'
import { toJson } from '../../lib/core/json.ts'
import { commandErrorMessage } from '../error-text.ts'
import {
  AccountOption,
  addAccountArgument,
  addConfirmOption,
  type CommandHandler,
  ConfirmOption,
  type CreateAction,
  refuseInCommandProject,
  requireConfirmation,
  StoreOptions,
} from './command.ts'
import { type Progress, progressSentences } from './progress.ts'
import { formatCounts } from './text-tables.ts'

const ExportInput = StoreOptions.partial({ mode: true }).extend({ resume: nonBlank().optional() })

const exportObjects: CommandHandler<typeof ExportInput> = async ({ account, mode, resume }, context) => {
  refuseInCommandProject('personal data')
  const { accounts, accountData, report, write } = context
  await accounts.get(account)
  const { readExportBatches } = await accountData()
  let progress = progressAfter(0, null)
  let count = 0
  try {
    for await (const { objects, next } of readExportBatches(account, { mode, from: resume })) {
      await write(objects.map(object => `${toJson(object)}\n`).join(''))
      count += objects.length
      progress = progressAfter(count, next)
      report(progress)
    }
    return { json: undefined, text: '' }
  } catch (error) {
    const stop = `Stopped: ${progressSentences(progress)}`
    return { json: undefined, text: '', errors: [commandErrorMessage(error), stop] }
  }
}

const progressAfter = (count: number, next: string | null): Progress => ({
  text: `${count} objects exported`,
  ...(next && {
    hint: `To append the rest, keep the first ${count} lines of this run, add --resume ${next} to the same command, and write to the file with >>.`,
  }),
})

const DeletionInput = AccountOption.extend({ mode: caseInsensitiveEnum(['Test']).optional(), ...ConfirmOption.shape })

const deleteAccount: CommandHandler<typeof DeletionInput> = async ({ account, mode, confirm: given }, context) => {
  const { accounts, accountData, report } = context
  const { name } = await accounts.getEvenIfDeleting(account)
  const what = mode ? `everything in mode ${mode} of account ${account}` : `account ${account}`
  await requireConfirmation({
    question: `This deletes ${what}, "${name}". To confirm, type its name: `,
    isAnswer: typed => typed === name,
    wrong: 'This is not the name of the account. Nothing was deleted.',
    given,
  })
  const { clearMode, removeAccount } = await accountData()
  const hint = 'To delete the rest, repeat the command.'
  const unreadable = new Set<string>()
  const options = {
    onUnreadable: (name: string) => unreadable.add(name),
    endpoints: storedReplyEndpointNames,
    onProgress: (kind: string, count: number) => report({ text: `${kind}: ${count} deleted`, hint }),
    onWait: (seconds: number) => report({ text: `Waiting ${seconds} s for requests that may still write`, hint }),
  }
  const counts = mode ? await clearMode({ account, mode }, options) : await removeAccount(account, options)
  const deleted = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  const errors = [...unreadable].map(name => `The ${name} was damaged. ${mode ? modeRest : accountRest}`)
  const notes = mode ? [modeNote] : errors.length > 0 ? [] : [accountNote]
  return { json: counts, text: [formatCounts('deleted', deleted), ...notes].join('\n\n'), errors }
}

const accountRest = 'It is deleted, except for entries on lists of a value, such as a city, which cannot be found.'
const modeRest = 'It is deleted, but not from its lists: run store check with --repair for this mode.'
const accountNote = 'Nothing of the account is in the table any more.'
const modeNote =
  'The keys of the mode still work. Events and requests that arrived meanwhile may have left objects: repeat the command if so.'

export function addExportAndDeleteCommands(group: Command, createAction: CreateAction): void {
  addAccountArgument(group.command('export'))
    .description('Writes every object of a store to standard output, one in each line as JSON.')
    .option('--mode <mode>', 'only the objects in this mode, Live or Test; the account and its keys are always there')
    .option('--resume <position>', 'go on from here, as an interrupted command printed it')
    .action(createAction(ExportInput, exportObjects))
  addConfirmOption(addAccountArgument(group.command('delete')), 'name of the store')
    .description('Deletes a store and everything in it. Asks for its name.')
    .option('--mode <mode>', 'only what is in this mode, which must be Test; the store stays')
    .action(createAction(DeletionInput, deleteAccount))
}
