/** Defines an alarm with a severity and a link to infra/RUNBOOK.md. */

import { Stack } from 'aws-cdk-lib'
import { Alarm, type AlarmProps, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { Severity } from '../stages.ts'
import { repositoryOf, runbookLink } from './runbook.ts'

interface ThresholdAlarmProps extends Pick<AlarmProps, 'metric'> {
  /** An alarm about an effect on callers, buyers or money is urgent; an alarm about a cause is a notice. */
  severity: Severity
  /** Describes the fault for the person who is on call. */
  description: string
  /** The heading of the section of infra/RUNBOOK.md that describes what to do about the alarm. */
  runbook: string
  /** The alarm starts above this value; 0 by default. */
  threshold?: number
  /** The number of consecutive periods above the threshold; 1 by default. */
  periods?: number
}

/** The text of an alarm begins with its severity, because both topics may have the same receiver. */
const labels: Record<Severity, string> = { urgent: 'Urgent', notice: 'Notice' }

export class ThresholdAlarm extends Alarm {
  readonly severity: Severity

  constructor(scope: Construct, id: string, props: ThresholdAlarmProps) {
    const { severity, description, runbook, periods = 1, metric, threshold = 0 } = props
    super(scope, id, {
      metric,
      threshold,
      alarmDescription: `${labels[severity]}: ${description} ${runbookLink(runbook, repositoryOf(scope))}`,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    this.severity = severity
  }
}

/** Returns all alarms of the stack to which the construct belongs. */
export const alarmsOf = (scope: Construct): ThresholdAlarm[] =>
  Stack.of(scope)
    .node.findAll()
    .filter(child => child instanceof ThresholdAlarm)
