/**
 * Protects backups from an attacker or a mistake in the account of the stage, by copies in another account and by a
 * lock.
 */

import { Duration } from 'aws-cdk-lib'
import { type BackupPlanCopyActionProps, BackupVault, type LockConfiguration } from 'aws-cdk-lib/aws-backup'
import type { Construct } from 'constructs'
import type { Stage } from '../stages.ts'

/** Returns the actions by which AWS Backup copies each backup to the vault in `backupCopies`. */
export function copyActionsOf(scope: Construct, { backupCopies }: Stage): BackupPlanCopyActionProps[] {
  if (!backupCopies) return []
  const destinationBackupVault = BackupVault.fromBackupVaultArn(scope, 'Copies', backupCopies.vaultArn)
  return [{ destinationBackupVault, deleteAfter: Duration.days(backupCopies.days) }]
}

/** Throws if the lock requires more days than `backupDays`, because AWS Backup would then refuse each backup. */
export function vaultLockOf({ name, backupDays, backupLock }: Stage): LockConfiguration | undefined {
  if (!backupLock) return undefined
  const { minDays, changeableDays } = backupLock
  if (minDays > backupDays)
    throw new Error(
      `infra/stages.ts locks the backups of ${name} for ${minDays} days (backupLock.minDays), but keeps them for ${backupDays} days (backupDays). Each backup would fail.`,
    )
  const minRetention = Duration.days(minDays)
  return changeableDays === undefined
    ? { minRetention }
    : { minRetention, changeableFor: Duration.days(changeableDays) }
}
