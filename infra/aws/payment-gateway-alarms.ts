/**
 * Defines alarms about operations in Live mode at payment gateways, such as refunds, and about the worker that resumes
 * operations.
 */

import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { SilenceAlarm, ThresholdAlarm } from './alarm-kinds.ts'
import {
  liveRefundsNotCounted,
  missingGatewayKeys,
  oldestGatewayOperationAge,
  recoveryRuns,
  refusedByGatewayPercentage,
} from './metrics.ts'

/**
 * An operation that is older than this starts the alarm. The recovery worker resumes operations after a minute, and
 * completes them if the gateway answers.
 */
const maxPendingMinutes = 10
const maxRefusedPercentage = 50
/**
 * The alarm starts if no run of the recovery worker was counted for this many minutes. The worker runs each minute, but
 * AWS may delay the metrics, so a single empty period of five minutes does not start the alarm.
 */
const silentMinutes = 10

export class PaymentGatewayAlarms extends Construct {
  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.addRecoveryAlarm(stage)
    new ThresholdAlarm(this, 'UnavailableGateways', {
      severity: 'urgent',
      description: 'In Live mode, a payment gateway was to be asked for which the store has no valid key.',
      runbook: 'An operation has lost its gateway',
      metric: missingGatewayKeys(stage),
    })
    new ThresholdAlarm(this, 'RefusedPercentage', {
      severity: 'urgent',
      description: `In Live mode, payment gateways refused more than ${maxRefusedPercentage} percent of what was asked of them in 15 minutes.`,
      runbook: 'Gateways refuse payments',
      metric: refusedByGatewayPercentage(stage),
      threshold: maxRefusedPercentage,
    })
    new ThresholdAlarm(this, 'PendingPaymentAge', {
      severity: 'urgent',
      description: `In Live mode, a refund, a capture or a change of a subscription has been under way for more than ${maxPendingMinutes} minutes.`,
      runbook: 'A payment is under way for long',
      metric: oldestGatewayOperationAge(stage),
      threshold: maxPendingMinutes * 60_000,
    })
    new ThresholdAlarm(this, 'RefundsNotCounted', {
      severity: 'notice',
      description:
        'In Live mode, a refund that a payment gateway had accepted has failed, or one is in another currency than its order. It does not count.',
      runbook: 'A refund does not count',
      metric: liveRefundsNotCounted(stage),
    })
  }

  private addRecoveryAlarm(stage: Stage): void {
    new SilenceAlarm(this, 'RecoverySilence', {
      severity: 'urgent',
      description: `For ${silentMinutes} minutes, recovery.run has not reported that it runs. Interrupted refunds and captures, ends of subscriptions and mails wait for it.`,
      runbook: 'recovery.run does not run',
      metric: recoveryRuns(stage),
      periods: silentMinutes / 5,
      warmUp: Duration.hours(1),
    })
  }
}
