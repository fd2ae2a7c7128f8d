/** Reads the dead letters of a stage in AWS: checkout events, mails, and changes of the table. */

import { type Message, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs'
import { isObject } from '../../../lib/core/json.ts'
import { queueOfStage } from '../stage.ts'
import { eventSubject, type LetterQueue, type LetterSource } from './letter-queue.ts'
import { type LetterKind, lettersIn } from './sqs-letters.ts'

const noReason = 'unknown: the worker crashed or timed out, see its log'

/** The worker sets `reason`. EventBridge has attributes of its own for an event that it could not deliver. */
const reasonOf = ({ MessageAttributes: { reason, ERROR_MESSAGE, ERROR_CODE } = {} }: Message) =>
  (reason ?? ERROR_MESSAGE ?? ERROR_CODE)?.StringValue ?? noReason

const queued = 'They are in the queue again. Those that fail again are dead letters again.'

/** Returns a function that puts a message back into the queue of its worker. */
const sendTo = (QueueUrl: string) => {
  const client = new SQSClient({})
  return (MessageBody: string) => client.send(new SendMessageCommand({ QueueUrl, MessageBody }))
}

const kinds: Record<LetterSource, (stage: string) => Promise<LetterKind>> = {
  checkout: async stage => ({
    note: queued,
    describe: async (message, content) => ({ subject: eventSubject(content), reason: reasonOf(message) }),
    redrive: sendTo(await queueOfStage(stage, 'checkout')),
  }),
  mail: async stage => ({
    note: queued,
    describe: async (_, content) => ({ subject: mailSubject(content), reason: await mailReason(content) }),
    redrive: sendTo(await queueOfStage(stage, 'mail')),
  }),
  stream: async () => (await import('./stream-letters.ts')).changeLetters,
}

function mailSubject(content: unknown): string {
  const { account = '-', mode = '-', id = '-' } = isObject(content) ? content : {}
  return `mail about refund ${id} of ${account} ${mode}`
}

/** Modules connect to the table of the environment when they are loaded, so this one is loaded only when it is used. */
async function mailReason(content: unknown): Promise<string> {
  const { rejectionOf } = await import('../../../lib/mail/index.ts')
  return (await rejectionOf(content)) ?? noReason
}

export const stageLetters = async (source: LetterSource, stage: string): Promise<LetterQueue> =>
  lettersIn(await queueOfStage(stage, `${source}DeadLetters`), await kinds[source](stage))
