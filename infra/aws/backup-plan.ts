/** Defines weekly backups of the table by AWS Backup, in a vault that is kept when the stack is deleted. */

import { Aws, Duration, Fn, Stack, Validations } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import { type IMetric, MathExpression, Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { SilenceAlarm, ThresholdAlarm } from './alarm-kinds.ts'
import { copyActionsOf, vaultLockOf } from './backup-protection.ts'
import { backupPolicies } from './cdk-nag-acknowledgments.ts'
import { sumMetrics } from './metrics.ts'
import type { Table } from './table.ts'

interface BackupPlanProps {
  stage: Stage
  table: Table
}

/**
 * After this many days, a backup moves to cold storage if the stage keeps backups long enough. Cold storage costs a
 * third of warm storage. A backup of this age is rarely needed, because a newer backup exists.
 */
const coldAfterDays = 7
/** AWS bills at least this many days in cold storage, and rejects a plan that deletes backups sooner. */
const minColdDays = 90

const lifecycleOf = ({ backupDays }: Stage) => ({
  deleteAfter: Duration.days(backupDays),
  ...(backupDays >= coldAfterDays + minColdDays && { moveToColdStorageAfter: Duration.days(coldAfterDays) }),
})

/**
 * Each backup is billed as a full copy of the table. One backup a week is enough, because point-in-time recovery covers
 * the last 35 days.
 */
const weeklyBackup = (stage: Stage, copyActions: backup.BackupPlanCopyActionProps[]) =>
  new backup.BackupPlanRule({
    ruleName: 'Weekly',
    /** The hour is in UTC. */
    scheduleExpression: Schedule.cron({ weekDay: 'SUN', hour: '3', minute: '0' }),
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(12),
    ...lifecycleOf(stage),
    copyActions,
  })

export class BackupPlan extends Construct {
  readonly vault: backup.BackupVault
  /** AWS Backup reads the table and restores backups with this role. */
  readonly role: Role

  constructor(scope: Construct, id: string, { stage, table }: BackupPlanProps) {
    super(scope, id)
    this.vault = new backup.BackupVault(this, 'Vault', {
      backupVaultName: this.vaultName(),
      lockConfiguration: vaultLockOf(stage),
    })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('backup.amazonaws.com') })
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupVault: this.vault,
      /** The name is a label in the console; two plans may have the same name. */
      backupPlanName: Stack.of(this).stackName,
      backupPlanRules: [weeklyBackup(stage, copyActionsOf(this, stage))],
    })
    plan.addSelection('Table', {
      resources: [backup.BackupResource.fromArn(table.resource.tableArn)],
      role: this.role,
      allowRestores: true,
    })
    this.addAlarms(stage)
    Validations.of(this.role).acknowledge(...backupPolicies)
  }

  /**
   * CloudFormation does not generate names for vaults. The name contains a part of the stack's id, so that a recreated
   * stack gets a new vault.
   */
  private vaultName(): string {
    const stackId = Fn.select(2, Fn.split('/', Aws.STACK_ID))
    return `${Stack.of(this).stackName.slice(0, 40)}-${Fn.select(0, Fn.split('-', stackId))}`
  }

  /**
   * Returns a metric of AWS Backup that counts jobs with this state. `Copy` jobs are counted in the vault of the
   * original backup.
   */
  private jobs(kind: 'Backup' | 'Copy', state: string): Metric {
    return new Metric({
      namespace: 'AWS/Backup',
      metricName: `NumberOf${kind}Jobs${state}`,
      dimensionsMap: { BackupVaultName: this.vault.backupVaultName },
      statistic: Stats.SUM,
    })
  }

  /**
   * Counts the backups that were completed in a week. With `backupCopies`, the metric is instead 1 if both a backup and
   * a copy were completed, and 0 otherwise.
   */
  private completed({ backupCopies }: Stage): IMetric {
    const period = Duration.days(7)
    const backups = this.jobs('Backup', 'Completed').with({ period })
    if (!backupCopies) return backups
    return new MathExpression({
      label: 'weeks with a backup and a copy',
      expression: 'IF(backups > 0 AND copies > 0, 1, 0)',
      usingMetrics: { backups, copies: this.jobs('Copy', 'Completed') },
      period,
    })
  }

  private addAlarms(stage: Stage): void {
    const { backupCopies } = stage
    const failed = ['Failed', 'Aborted', 'Expired'].map(state => this.jobs('Backup', state))
    new ThresholdAlarm(this, 'FailedBackups', {
      severity: 'notice',
      description: `A backup of the table failed, ${backupCopies ? 'did not start, or was not copied' : 'or did not start'}.`,
      runbook: 'A backup failed',
      metric: sumMetrics('backups without success', [
        ...failed,
        ...(backupCopies ? [this.jobs('Copy', 'Failed')] : []),
      ]),
    })
    new SilenceAlarm(this, 'BackupSilence', {
      severity: 'notice',
      description: `In the last calendar week, no backup of the table was completed${backupCopies ? ' and copied' : ''}.`,
      runbook: 'No backup was completed',
      metric: this.completed(stage),
      isCalendarPeriod: true,
      warmUp: Duration.days(2),
    })
  }
}
