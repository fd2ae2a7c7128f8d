/** The command that erases the personal data of a customer, and prints where copies of the data remain. */

import type { Command } from 'commander'
import type { eraseCustomer } from '../../lib/account-data/index.ts'
import { storedReplyEndpointNames } from '../../lib/api.ts'
import { email, emailHash } from '../../lib/core/email.ts'
import { normalizeForComparison } from '../../lib/core/fields.ts'
import { Problem } from '../../lib/core/problem.ts'
import type { Mode } from '../../lib/core/tenant.ts'
import { pointInTimeRecoveryDays } from '../constants.ts'
import { commandErrorMessage } from '../error-text.ts'
import { findStage, type Stage } from '../stages.ts'
import {
  addConfirmOption,
  addStoreOptions,
  type CommandHandler,
  ConfirmOption,
  type CreateAction,
  refuseInCommandProject,
  requireConfirmation,
  StoreOptions,
} from './command.ts'
import { formatCounts } from './text-tables.ts'
import { addResumeOption, parseResumePosition, ResumeOption, resumeHint, runResumable } from './walk-options.ts'

const ErasureInput = StoreOptions.extend({ email: email(), ...ConfirmOption.shape, ...ResumeOption.shape })

/**
 * The idempotency store keeps replies for repeated requests. This problem replaces each of these replies that contains
 * personal data of the customer.
 */
const erasedReply = new Problem('not_found', {
  message: 'The reply had personal data and was erased. The first request was executed.',
})

const erase: CommandHandler<typeof ErasureInput> = async ({ email, confirm: given, resume, ...tenant }, context) => {
  refuseInCommandProject('personal data')
  const { accounts, accountData, stage, report: print } = context
  const { account, mode } = tenant
  const walk = { command: `erase ${emailHash(email).slice(0, 16)}`, ...tenant }
  const from = parseResumePosition(walk, { resume })
  const { name } = await accounts.get(account)
  await requireConfirmation({
    question: `This erases the customer ${email} in mode ${mode} of account ${account}, "${name}". To confirm, type the address again: `,
    isAnswer: typed => normalizeForComparison(typed) === normalizeForComparison(email),
    wrong: 'This is not the address. Nothing was erased.',
    given,
  })
  const { eraseCustomer } = await accountData()
  /** `reply.ts` creates a logger when it is imported, so it is imported only after logs are turned off. */
  const { problemReply } = await import('../../lib/http/reply.ts')
  const replacement = JSON.stringify(problemReply(erasedReply, 'erased'))
  return runResumable(print, async report => {
    const result = await eraseCustomer(tenant, {
      email,
      from,
      replies: { endpoints: storedReplyEndpointNames, replacement },
      onProgress: (text, next) =>
        report({ text, hint: resumeHint(walk, next, 'To erase the rest, repeat the command.') }),
    })
    return erasureResult(result, mode, retentionSentences(stage))
  })
}

type Erasure = Awaited<ReturnType<typeof eraseCustomer>>

function erasureResult(erasure: Erasure, mode: Mode, retention: string[]) {
  const { counts, pendingOrders, pendingSubscriptions, ofOtherCustomers, hasReturned, unreadable } = erasure
  const named = {
    pendingOrders,
    pendingSubscriptions,
    ofOtherCustomers,
    hasReturned,
    unreadable: unreadable.map(({ name }) => name),
  }
  const laterOrders = 'A later order with the address creates a new customer.'
  const sentences = [...(hasReturned ? [beganAgain] : []), ...otherCustomers(ofOtherCustomers), laterOrders]
  const isEmpty = Object.values(counts).every(count => count === 0)
  return {
    json: { ...counts, ...named, retention },
    text: [formatCounts('erased', counts), ...sentences, retention.join('\n')].join('\n\n'),
    errors: [
      ...(isEmpty ? [`Nothing in mode ${mode} has this address. Check the address and the mode.`] : []),
      ...pendingOrders.map(pendingOrder),
      ...pendingSubscriptions.map(pendingSubscription),
      ...unreadable.map(unreadableObject),
    ],
  }
}

const beganAgain =
  'The customer came back after the interruption, so the position was ignored and everything was erased from the beginning.'

/** Names the other customers by their ids, because the output must not contain personal data. */
function otherCustomers(counts: Erasure['ofOtherCustomers']): string[] {
  const numbers = Object.entries(counts).map(([id, count]) => `${count} of ${id}`)
  if (numbers.length === 0) return []
  return [
    `Orders and subscriptions that have the address, but are of other customers, were left: ${numbers.join(', ')}. If such a customer is the same person, erase that customer too, by the present address.`,
  ]
}

const onThisMachine = [
  'This machine keeps no backups of its own. Still present in the data directory:',
  '- The stream of the table has the data for 24 hours, and the files of the database until it writes over it.',
  '- Checkout events that failed are dead letters until they are dropped: npm run store -- letters list',
]

/**
 * Returns sentences about where copies of erased data remain, and for how long. `stage` is null on a developer's
 * machine.
 */
export const retentionSentences = (stage: string | null): string[] =>
  stage === null ? onThisMachine : stageRetentionSentences(findStage(stage))

export const stageRetentionSentences = ({
  backupDays,
  backupCopies,
  eventArchiveDays,
  logRetention,
}: Stage): string[] => [
  'Still present elsewhere:',
  `- Point-in-time recovery of the table can restore the data for ${pointInTimeRecoveryDays} days, and a weekly backup for ${backupDays} days. After a restore, repeat this command.`,
  ...(backupCopies ? [`- Copies of backups in another account have the data for ${backupCopies.days} days.`] : []),
  "- The table's stream has the data for 24 hours; dead-letter queues have checkout events that failed for 14 days.",
  `- Logs have no personal data of customers. They are kept for ${logRetention} days.`,
  `- The archive of the bus has checkout events for ${eventArchiveDays} days. A replay saves nothing personal of them.`,
  '- Amazon SES and the payment gateway have the data that they were sent. Erase the customer there, too.',
]

const pendingOrder = (token: string) =>
  `The order ${token} is not erased, as a refund or a capture of it is under way. Repeat the command when it has ended.`

const pendingSubscription = (id: string) =>
  `The subscription ${id} was reported meanwhile and has not ended. Cancel it, and repeat the command when it has ended.`

const unreadableObject = ({ name, fault }: Erasure['unreadable'][number]) =>
  `The ${name} was not erased, because it or one of its products is damaged: ${commandErrorMessage(fault).replace(/\.$/, '')}. It may be of this customer: repair what is damaged, and repeat the command.`

export function addCustomerErasureCommand(program: Command, createAction: CreateAction): void {
  const group = program.command('customer').description('Erases the personal data of customers.')
  addResumeOption(addConfirmOption(addStoreOptions(group.command('erase')), 'the address again'))
    .description(
      'Erases a customer: sessions, carts, mails, and the personal data of orders and subscriptions. Amounts stay. Asks for the address.',
    )
    .option('--email <address>', 'e-mail address of the customer (required)')
    .action(createAction(ErasureInput, erase))
}
