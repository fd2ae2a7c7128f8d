/** Daily backups of the table by AWS Backup, in a vault that is kept when the stack is deleted. */

import { Aws, Duration, Fn, Stack, Validations } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch'
import { Schedule } from 'aws-cdk-lib/aws-events'
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Stage } from '../stages.ts'
import { SilenceAlarm, ThresholdAlarm } from './alarms.ts'
import { backupPolicies } from './cdk-nag-acknowledgments.ts'
import { sumMetrics } from './metrics.ts'
import type { Table } from './table.ts'

interface BackupPlanProps {
  stage: Stage
  table: Table
}

const dailyBackup = ({ backupDays }: Stage) =>
  new backup.BackupPlanRule({
    ruleName: 'Daily',
    /** The hour is in UTC. */
    scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
    startWindow: Duration.hours(1),
    completionWindow: Duration.hours(12),
    deleteAfter: Duration.days(backupDays),
  })

export class BackupPlan extends Construct {
  readonly vault: backup.BackupVault
  /** AWS Backup reads the table and restores backups with this role. */
  readonly role: Role

  constructor(scope: Construct, id: string, { stage, table }: BackupPlanProps) {
    super(scope, id)
    this.vault = new backup.BackupVault(this, 'Vault', { backupVaultName: this.vaultName() })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('backup.amazonaws.com') })
    const plan = new backup.BackupPlan(this, 'Plan', {
      backupVault: this.vault,
      /** The name is a label in the console; two plans may have the same name. */
      backupPlanName: Stack.of(this).stackName,
      backupPlanRules: [dailyBackup(stage)],
    })
    plan.addSelection('Table', {
      resources: [backup.BackupResource.fromArn(table.resource.tableArn)],
      role: this.role,
      allowRestores: true,
    })
    this.addAlarms()
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

  private addAlarms(): void {
    const jobs = (state: string) =>
      new Metric({
        namespace: 'AWS/Backup',
        metricName: `NumberOfBackupJobs${state}`,
        dimensionsMap: { BackupVaultName: this.vault.backupVaultName },
        statistic: Stats.SUM,
      })
    new ThresholdAlarm(this, 'FailedBackups', {
      severity: 'notice',
      description: 'A daily backup of the table failed, or did not start.',
      runbook: 'A daily backup failed',
      metric: sumMetrics('backups without success', ['Failed', 'Aborted', 'Expired'].map(jobs)),
    })
    new SilenceAlarm(this, 'BackupSilence', {
      severity: 'notice',
      description: 'In the last calendar week, no backup of the table was completed.',
      runbook: 'No backup was completed',
      metric: jobs('Completed').with({ period: Duration.days(7) }),
      isCalendarPeriod: true,
      warmUp: Duration.days(2),
    })
  }
}
