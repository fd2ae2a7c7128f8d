/**
 * Defines two kinds of alarms: for a metric that is too high, and for a metric that counts nothing. Each alarm has a
 * severity and a link to infra/RUNBOOK.md.
 */

import { type Duration, Fn, Stack } from 'aws-cdk-lib'
import { Alarm, type AlarmProps, type CfnAlarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import type { Construct } from 'constructs'
import type { Severity } from '../stages.ts'
import { repositoryOf, runbookLink } from './runbook.ts'

interface RunbookAlarmProps {
  severity: Severity
  /** Describes the fault for the person who is on call. */
  description: string
  /** The heading of the section of infra/RUNBOOK.md that describes what to do about the alarm. */
  runbook: string
}

type Condition = Omit<AlarmProps, 'alarmDescription'>

/** The text of an alarm begins with its severity, because both topics may have the same receiver. */
const labels: Record<Severity, string> = { urgent: 'Urgent', notice: 'Notice' }

class RunbookAlarm extends Alarm {
  readonly severity: Severity

  constructor(scope: Construct, id: string, props: RunbookAlarmProps, condition: Condition) {
    const { severity, description, runbook } = props
    const alarmDescription = `${labels[severity]}: ${description} ${runbookLink(runbook, repositoryOf(scope))}`
    super(scope, id, { ...condition, alarmDescription })
    this.severity = severity
  }
}

interface ThresholdAlarmProps extends RunbookAlarmProps, Pick<AlarmProps, 'metric'> {
  /** The alarm starts above this value; 0 by default. */
  threshold?: number
  /**
   * Whether CloudFormation rolls back a deployment if this alarm starts during the deployment or soon after it. The
   * stage must have `rollbackMinutes`. CloudFormation allows five such alarms.
   */
  rollsBack?: true
  /** The number of consecutive periods above the threshold; 1 by default. */
  periods?: number
}

export class ThresholdAlarm extends RunbookAlarm {
  readonly rollsBack: boolean

  constructor(scope: Construct, id: string, props: ThresholdAlarmProps) {
    const { periods = 1, metric, threshold = 0 } = props
    super(scope, id, props, {
      metric,
      threshold,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.NOT_BREACHING,
    })
    this.rollsBack = props.rollsBack ?? false
  }
}

interface SilenceAlarmProps extends RunbookAlarmProps, Pick<AlarmProps, 'metric'> {
  /**
   * A new alarm cannot start during this time, which ends early if the metric has values for all evaluated periods.
   * Without this time, the alarm would start at once, because a new stage has no values yet. CloudWatch allows at most
   * two days.
   */
  warmUp: Duration
  /** The alarm starts after this many consecutive periods without an event; 1 by default. */
  periods?: number
  /**
   * Whether each period is aligned to the calendar in UTC, such as a week from Monday. Otherwise the period is a
   * sliding window, and a weekly event that comes a few minutes late would start the alarm.
   */
  isCalendarPeriod?: true
}

/** The alarm starts if the metric counts no event, or has no values. */
export class SilenceAlarm extends RunbookAlarm {
  constructor(scope: Construct, id: string, props: SilenceAlarmProps) {
    const { metric, warmUp, periods = 1, isCalendarPeriod } = props
    super(scope, id, props, {
      metric,
      threshold: 1,
      evaluationPeriods: periods,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    })
    /** The construct `Alarm` has no props for these settings. */
    const resource = this.node.defaultChild as CfnAlarm
    resource.warmUpConfiguration = { warmUpPeriodDurationInMinutes: warmUp.toMinutes() }
    if (isCalendarPeriod) resource.evaluationWindow = { wallClockWindow: {} }
  }
}

export const alarmsOf = (scope: Construct): RunbookAlarm[] =>
  Stack.of(scope)
    .node.findAll()
    .filter(child => child instanceof RunbookAlarm)

/** Returns the ARNs of the alarms that roll back a deployment, separated by commas. */
export const rollbackAlarmArnList = (scope: Construct): string =>
  Fn.join(
    ',',
    alarmsOf(scope).flatMap(alarm => (alarm instanceof ThresholdAlarm && alarm.rollsBack ? [alarm.alarmArn] : [])),
  )
