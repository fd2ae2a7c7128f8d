/** Alarms on refunds and captures. */

import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import { pendingPaymentAge, refundsNotCounted, refusedPercentage, unavailableGateways } from './metrics.ts'

/** The recovery worker completes operations older than a minute, unless the gateway does not answer. */
const maxPendingMinutes = 10
const maxRefusedPercentage = 50

export class PaymentAlarms extends Construct {
  constructor(scope: Construct, id: string, { stage, topic }: { stage: Stage; topic: AlarmTopic }) {
    super(scope, id)
    this.addGatewayAlarms(stage, topic)
    new ThresholdAlarm(this, 'PendingPaymentAge', {
      topic,
      description: `A refund, a capture or a change of a subscription has been under way for more than ${maxPendingMinutes} minutes.`,
      runbook: 'A payment is under way for long',
      metric: pendingPaymentAge(stage),
      threshold: maxPendingMinutes * 60_000,
    })
    new ThresholdAlarm(this, 'RefundsNotCounted', {
      topic,
      description:
        'A refund that a payment gateway had accepted has failed, or one is in another currency than its order. It does not count.',
      runbook: 'A refund does not count',
      metric: refundsNotCounted(stage),
      threshold: 0,
    })
  }

  private addGatewayAlarms(stage: Stage, topic: AlarmTopic): void {
    new ThresholdAlarm(this, 'UnavailableGateways', {
      topic,
      description: 'A payment gateway was to be asked for which the store has no valid key.',
      runbook: 'An operation has lost its gateway',
      metric: unavailableGateways(stage),
      threshold: 0,
    })
    new ThresholdAlarm(this, 'RefusedPercentage', {
      topic,
      description: `Payment gateways refused more than ${maxRefusedPercentage} percent of what was asked of them in 15 minutes.`,
      runbook: 'Gateways refuse payments',
      metric: refusedPercentage(stage),
      threshold: maxRefusedPercentage,
    })
  }
}
