/** The commands that export and delete an account, and that erase a customer and say where copies of data remain. */

import type { Command } from 'commander'
import type { eraseCustomer } from '../../lib/account-data/index.ts'
import { routes } from '../../lib/api.ts'
import { email } from '../../lib/core/email.ts'
import { caseInsensitiveEnum, nonBlank } from '../../lib/core/fields.ts'
import { toJson } from '../../lib/core/json.ts'
import { normalizeForComparison } from '../../lib/core/normalize-for-comparison.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Mode } from '../../lib/core/tenant.ts'
import { recoveryDays } from '../constants.ts'
import { errorMessage } from '../error-text.ts'
import { findStage, type Stage } from '../stages.ts'
import {
  AccountOption,
  addAccountArgument,
  addConfirmOption,
  addStoreOptions,
  type CommandHandler,
  ConfirmOption,
  type CreateAction,
  confirm,
  StoreOptions,
} from './command.ts'
import { type Progress, progressSentences } from './progress.ts'
import { formatCounts } from './text-tables.ts'

const ExportInput = StoreOptions.partial({ mode: true }).extend({ resume: nonBlank().optional() })

/** Writes only the objects to standard output, each as one line of JSON. */
const exportObjects: CommandHandler<typeof ExportInput> = async ({ account, mode, resume }, context) => {
  const { accounts, accountData, report, write } = context
  await accounts.get(account)
  const { exportAccount } = await accountData()
  let progress = progressAfter(0, null)
  let count = 0
  try {
    for await (const { objects, next } of exportAccount(account, { mode, from: resume })) {
      await write(objects.map(object => `${toJson(object)}\n`).join(''))
      count += objects.length
      progress = progressAfter(count, next)
      report(progress)
    }
    return { json: undefined, text: '' }
  } catch (error) {
    const stop = `Stopped: ${progressSentences(progress)}`
    return { json: undefined, text: '', errors: [errorMessage(error), stop] }
  }
}

const progressAfter = (count: number, next: string | null): Progress => ({
  text: `${count} objects exported`,
  ...(next && {
    hint: `To append the rest, keep the first ${count} lines of this run, add --resume ${next} to the same command, and write to the file with >>.`,
  }),
})

/** The endpoints whose replies are stored for repeated requests, by their names in the idempotency store. */
export const endpointsWithStoredReplies = routes
  .filter(({ method }) => method === 'POST')
  .map(({ name, earlierName }) => earlierName ?? name)

const DeletionInput = AccountOption.extend({ mode: caseInsensitiveEnum(['Test']).optional(), ...ConfirmOption.shape })

const deleteAccount: CommandHandler<typeof DeletionInput> = async ({ account, mode, confirm: given }, context) => {
  const { accounts, accountData, report } = context
  const { name } = await accounts.findDeletion(account)
  const what = mode ? `everything in mode ${mode} of account ${account}` : `account ${account}`
  await confirm({
    question: `This deletes ${what}, "${name}". To confirm, type its name: `,
    isAnswer: typed => typed === name,
    wrong: 'This is not the name of the account. Nothing was deleted.',
    given,
  })
  const { clearMode, removeAccount } = await accountData()
  const hint = 'To delete the rest, repeat the command.'
  const options = {
    endpoints: endpointsWithStoredReplies,
    onProgress: (kind: string, count: number) => report({ text: `${kind}: ${count} deleted`, hint }),
    onWait: (seconds: number) => report({ text: `Waiting ${seconds} s for requests that may still write`, hint }),
  }
  const counts = mode ? await clearMode({ account, mode }, options) : await removeAccount(account, options)
  const deleted = Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
  return { json: counts, text: `${formatCounts('deleted', deleted)}\n\n${mode ? modeNote : accountNote}` }
}

const accountNote = 'Nothing of the account is in the table any more.'
const modeNote =
  'The keys of the mode still work. Events and requests that arrived meanwhile may have left objects: repeat the command if so.'

export function addAccountDataCommands(group: Command, createAction: CreateAction): void {
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

const ErasureInput = StoreOptions.extend({ email: email(), ...ConfirmOption.shape })

/** Erasing replaces stored replies that contain personal data by this problem, which repeated requests then get. */
const erasedReply = new Problem('not_found', {
  message: 'The reply had personal data and was erased. The first request was executed.',
})

const erase: CommandHandler<typeof ErasureInput> = async ({ email, confirm: given, ...tenant }, context) => {
  const { accounts, accountData, stage, report } = context
  const { account, mode } = tenant
  const { name } = await accounts.get(account)
  await confirm({
    question: `This erases the customer ${email} in mode ${mode} of account ${account}, "${name}". To confirm, type the address again: `,
    isAnswer: typed => normalizeForComparison(typed) === normalizeForComparison(email),
    wrong: 'This is not the address. Nothing was erased.',
    given,
  })
  const { eraseCustomer } = await accountData()
  /** `reply.ts` is imported here, not at the top, because its logger must be created after logs are turned off. */
  const { problemReply } = await import('../../lib/http/reply.ts')
  const replacement = JSON.stringify(problemReply(erasedReply, 'erased'))
  const result = await eraseCustomer(tenant, {
    email,
    replies: { endpoints: endpointsWithStoredReplies, replacement },
    onProgress: text => report({ text, hint: 'To erase the rest, repeat the command.' }),
  })
  return erasureResult(result, mode, retentionAfterErasure(stage))
}

type Erasure = Awaited<ReturnType<typeof eraseCustomer>>

function erasureResult({ counts, pendingOrders, pendingSubscriptions }: Erasure, mode: Mode, retention: string[]) {
  const laterOrders = 'A later order with the address creates a new customer.'
  const isEmpty = Object.values(counts).every(count => count === 0)
  return {
    json: { ...counts, pendingOrders, pendingSubscriptions, retention },
    text: [formatCounts('erased', counts), laterOrders, retention.join('\n')].join('\n\n'),
    errors: [
      ...(isEmpty ? [`Nothing in mode ${mode} has this address. Check the address and the mode.`] : []),
      ...pendingOrders.map(pendingOrder),
      ...pendingSubscriptions.map(pendingSubscription),
    ],
  }
}

const onThisMachine = [
  'This machine keeps no backups of its own. Still present in the data directory:',
  '- The stream of the table has the data for 24 hours, and the files of the database until it writes over it.',
  '- Checkout events that failed are dead letters until they are dropped: npm run store -- letters list',
]

/** Sentences that say where copies of erased data remain, and until when: for a stage in AWS, or for this machine. */
export const retentionAfterErasure = (stage: string | null): string[] =>
  stage === null ? onThisMachine : inStage(findStage(stage))

const inStage = ({ backupDays, eventArchiveDays, logRetention }: Stage): string[] => [
  'Still present elsewhere:',
  `- Point-in-time recovery of the table can restore the data for ${recoveryDays} days, and a daily backup for ${backupDays} days. After a restore, repeat this command.`,
  "- The table's stream has the data for 24 hours; dead-letter queues have checkout events that failed for 14 days.",
  `- Logs have no personal data. They are kept for ${logRetention} days.`,
  `- The archive of the bus has checkout events for ${eventArchiveDays} days. A replay saves nothing personal of them.`,
  '- Amazon SES and the payment gateway have the data that they were sent. Erase the customer there, too.',
]

const pendingOrder = (token: string) =>
  `The order ${token} is not erased, as a refund or a capture of it is under way. Repeat the command when it has ended.`

const pendingSubscription = (id: string) =>
  `The subscription ${id} was reported meanwhile and has not ended. Cancel it, and repeat the command when it has ended.`

export function addCustomerCommands(program: Command, createAction: CreateAction): void {
  const group = program.command('customer').description('Erases the personal data of customers.')
  addConfirmOption(addStoreOptions(group.command('erase')), 'the address again')
    .description(
      'Erases a customer: sessions, carts, mails, and the personal data of orders and subscriptions. Amounts stay. Asks for the address.',
    )
    .option('--email <address>', 'e-mail address of the customer (required)')
    .action(createAction(ErasureInput, erase))
}
