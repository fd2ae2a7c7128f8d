/** Decides how many mails may go into the queue, so that SES accepts them immediately and the queue stays short. */

import { GetAccountCommand, SESv2Client } from '@aws-sdk/client-sesv2'
import { lazyClient, sdkTimeouts } from '../core/sdk-client.ts'
import { countQueuedMails } from './sqs.ts'

/** The seconds between the beginnings of two runs. A run queues at most as many mails as SES can send in this time. */
const secondsPerRun = 60

/** The maximum number of mails that one run moves to the queue. A run with more mails could exceed its time limit. */
export const maxMailsPerRun = 2000

/** The limits of the AWS account in a region, as SES returns them. */
export interface SendingQuota {
  isEnabled: boolean
  perSecond: number
  /** The maximum number of mails in 24 hours; -1 if there is no limit. */
  perDay: number
  sentLastDay: number
}

export interface Allowance {
  mails: number
  /** Returns how many seconds a mail must stay in the queue. `n` is the index of the mail in the run. */
  delayOf: (n: number) => number
}

export const maxAllowance: Allowance = { mails: maxMailsPerRun, delayOf: () => 0 }

/**
 * `queued` is the number of mails in the queue. These mails count towards the limits per second and per day, because
 * SES will send them first.
 */
export function allowanceOf({ isEnabled, perSecond, perDay, sentLastDay }: SendingQuota, queued: number): Allowance {
  const ofDay = perDay < 0 ? Number.POSITIVE_INFINITY : perDay - sentLastDay - queued
  const ofRun = perSecond * secondsPerRun - queued
  const mails = isEnabled ? Math.floor(Math.min(ofDay, ofRun, maxMailsPerRun)) : 0
  return { mails: Math.max(0, mails), delayOf: n => Math.floor((queued + n) / perSecond) }
}

const client = lazyClient(() => new SESv2Client(sdkTimeouts))

export async function readAllowance(): Promise<Allowance> {
  const [{ SendingEnabled = false, SendQuota = {} }, queued] = await Promise.all([
    client().send(new GetAccountCommand({})),
    countQueuedMails(),
  ])
  const { MaxSendRate: perSecond = 1, Max24HourSend: perDay = 0, SentLast24Hours: sentLastDay = 0 } = SendQuota
  return allowanceOf({ isEnabled: SendingEnabled, perSecond, perDay, sentLastDay }, queued)
}
