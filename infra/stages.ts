/** Defines the environments to which the API is deployed, and their settings. */

import type { RetentionDays } from 'aws-cdk-lib/aws-logs'

/**
 * Urgent alarms wake someone, because requests fail, money or orders are affected, or data may be lost. Notices are
 * read in working hours.
 */
export type Severity = 'urgent' | 'notice'

/**
 * Each receiver gets a message when an alarm starts and when it ends. SNS asks a new receiver once for a confirmation.
 */
export interface AlarmReceivers {
  /** E-mail addresses of people, or of channels in Slack. */
  emails?: readonly `${string}@${string}`[]
  /** URLs of services that understand the messages of SNS. */
  webhooks?: readonly `https://${string}`[]
}

export interface DomainSettings {
  /** The domain name, such as `api.tea.example`. */
  name: string
  /** The ARN of a certificate for this name in AWS Certificate Manager, in the region of the stack. */
  certificateArn: string
  /** The zone in Route 53 that gets the DNS record. Without a zone, you must add the record to your DNS. */
  hostedZoneId?: string
}

export interface FirewallSettings {
  /**
   * An IP address that sends more requests than this in five minutes gets 403 until it sends fewer requests. The
   * minimum of this setting is 10.
   */
  requestsPerAddress: number
}

interface BackupCopySettings {
  /** The ARN of a vault in another account of the same organization. infra/RUNBOOK.md says how to create it. */
  vaultArn: string
  /** A copy is kept for this many days. */
  days: number
}

interface BackupLockSettings {
  /** The lock rejects backups that would be kept for a shorter time. It prevents every deletion of a kept backup. */
  minDays: number
  /**
   * After this many days, at least 3, nobody can remove or weaken the lock, not even AWS (compliance mode). Without
   * this setting, whoever has the IAM permission can remove the lock (governance mode).
   */
  changeableDays?: number
}

/** The units per second that the table or its index can serve at once, before DynamoDB adds capacity. */
interface WarmThroughput {
  readUnits: number
  writeUnits: number
}

/**
 * The AWS quotas that the stage needs. A deployment does not change the quotas of the AWS account. The runbook explains
 * how to raise them, and `npm run bench:scale` shows at which rate of orders each quota is reached.
 */
export interface Quotas {
  /** The write units and the read units per second of a table in on-demand mode. */
  tableWriteUnits: number
  tableReadUnits: number
  /** The number of Lambdas that run at once. */
  concurrentExecutions: number
  /** The requests and the deliveries of EventBridge per second. */
  busRequestsPerSecond: number
  busDeliveriesPerSecond: number
}

interface StageSettings {
  /** The default limit of each endpoint, for all stores together. Callers that exceed the limit get 429. */
  requestsPerSecond: number
  burstLimit: number
  /** The limit of each API key, so that the script of one store does not slow down other stores. */
  keyRequestsPerSecond: number
  keyBurst: number
  /** The limit of each path that needs no key, such as the documentation, the webhooks, and the files of the pages. */
  publicRequestsPerSecond: number
  publicBurst: number
  /**
   * The limit of each endpoint that needs a key and sends requests to payment gateways, for all stores together. Stripe
   * accepts 100 requests per second in live mode.
   */
  gatewayRequestsPerSecond: number
  gatewayBurst: number
  /**
   * The number of Lambdas that apply checkout events at once, at least 2. They take a part of the concurrency of the
   * account.
   */
  intakeConcurrency: number
  /**
   * The number of batches that a stream worker processes at once in each shard of the table's stream, from 1 to 10. A
   * higher number updates totals sooner when many orders arrive at once. When few orders arrive, a higher number costs
   * about 33 dollars more per million orders, because the changes of an order are divided among more runs.
   */
  streamBatchesPerShard: number
  /**
   * The concurrency that is reserved for a Lambda. No other Lambda of the account can use it, and it is also the
   * Lambda's limit. By default nothing is reserved: AWS requires 100 concurrent executions of the account to stay
   * unreserved, and a new account has only 10.
   */
  reservedConcurrency?: Readonly<Partial<Record<ReservableLambda, number>>>
  /**
   * The throughput that the table and its index can serve at once. By default it grows with the traffic: a new table
   * serves 4,000 write units per second, and its traffic may double within half an hour. AWS charges once for a higher
   * value, and values cannot be lowered.
   */
  warmThroughput?: { table: WarmThroughput; index: WarmThroughput }
  quotas: Quotas
  /**
   * The memory of each Lambda. CPU grows with memory, and is one full core at 1,769 MB. Less than 1 GB does not lower
   * the costs, because each run then takes longer.
   */
  memoryMegabytes: number
  logLevel: 'DEBUG' | 'INFO' | 'WARN'
  /** The number of days for which logs are kept. CloudWatch accepts only some numbers. */
  logRetention: RetentionDays
  /** Whether AWS deletes or keeps a log group that is removed from the stack. */
  logRemovalPolicy: 'destroy' | 'retain'
  /** The latency alarm starts if, for 15 minutes, more than one request in a hundred takes longer than this. */
  maxLatencyMilliseconds: number
  terminationProtection: boolean
  /**
   * Whether AWS X-Ray traces the Lambdas. By default it does not, because traces are expensive. A sampling rule cannot
   * reduce their cost: Lambda always traces the first run of each second and five percent of the other runs.
   */
  tracing?: true
  /**
   * Checkout events are kept for a replay for this many days. The number must be less than 60: a download event that is
   * delivered again after 60 days would be counted twice.
   */
  eventArchiveDays: number
  /** The alarm receivers for each severity. With `dashboard only`, alarms notify nobody. */
  alarms: Record<Severity, AlarmReceivers | 'dashboard only'> | 'dashboard only'
  /**
   * An urgent alarm starts if no order was completed in Live mode for this many hours, 168 at most. By default there is
   * no such alarm, because a small shop may sell nothing for days.
   */
  maxHoursWithoutOrder?: number
  /**
   * A deployment is rolled back if an alarm about failed requests, the authorizer or unexpected errors starts during
   * the deployment or within this many minutes after it. `npm run deploy` ends only after these minutes. With 0, alarms
   * do not roll back deployments. Without this setting, the rollback alarms of the last deployment stay in force.
   */
  rollbackMinutes?: number
  /**
   * A weekly backup is kept for this many days, and is billed as a full copy of the table. With at least 97 days, it
   * moves after a week to cold storage at a third of the price. Point-in-time recovery also covers the last 35 days.
   */
  backupDays: number
  /** If set, each backup is also copied to a vault in another account. */
  backupCopies?: BackupCopySettings
  /**
   * A lock of the stage's own backup vault. By default there is no lock: whoever has the IAM permission can delete
   * backups.
   */
  backupLock?: BackupLockSettings
  /**
   * A custom domain for the API, so that the URL stays the same if the stack is created again. By default, the API has
   * only the URL that AWS assigns.
   */
  domain?: DomainSettings
  /** A firewall in front of the API, for a monthly fee. By default, the API has no firewall. */
  firewall?: FirewallSettings
  /**
   * The table that the stack uses instead of a new one: a restored table, or the table that a deleted stack has left.
   * `store restore` and `npm run deploy` print the values of `tableName` and `tableStreamArn`. Without these two
   * settings, the stack has a table of its own.
   */
  tableName?: string
  /** The ARN of the stream of the table `tableName`. */
  tableStreamArn?: string
  /**
   * The ARN of the KMS key that a deleted stack has left. The next stack uses this key, because a new key could not
   * decrypt the secrets in the table that was also left. `npm run deploy` prints the value.
   */
  secretsKeyArn?: string
}

/**
 * Concurrency can be reserved for these Lambdas. With reserved concurrency, they run even if other Lambdas use up the
 * concurrency of the account.
 */
type ReservableLambda = 'authorizer' | 'checkout.intake' | 'maintenance.run' | 'recovery.run'

export interface Stage extends StageSettings {
  name: string
}

/** The default quotas of AWS in us-east-1, us-west-2 and eu-west-1. A new account may have lower quotas. */
export const defaultQuotas: Quotas = {
  tableWriteUnits: 40_000,
  tableReadUnits: 40_000,
  concurrentExecutions: 1000,
  busRequestsPerSecond: 10_000,
  busDeliveriesPerSecond: 18_750,
}

const dev: StageSettings = {
  requestsPerSecond: 50,
  burstLimit: 100,
  keyRequestsPerSecond: 20,
  keyBurst: 40,
  publicRequestsPerSecond: 10,
  publicBurst: 50,
  gatewayRequestsPerSecond: 10,
  gatewayBurst: 20,
  intakeConcurrency: 5,
  streamBatchesPerShard: 1,
  quotas: defaultQuotas,
  memoryMegabytes: 1024,
  logLevel: 'DEBUG',
  logRetention: 14,
  logRemovalPolicy: 'destroy',
  maxLatencyMilliseconds: 5000,
  terminationProtection: false,
  eventArchiveDays: 7,
  alarms: 'dashboard only',
  /**
   * Backups are made weekly. If they are kept for 14 days, there is always a backup with which a restore can be tried.
   */
  backupDays: 14,
}

/** Staging and prod share these limits, so that a release is tried under the same conditions. */
const productionLimits = {
  requestsPerSecond: 500,
  burstLimit: 1000,
  keyRequestsPerSecond: 50,
  keyBurst: 200,
  publicRequestsPerSecond: 50,
  publicBurst: 100,
  gatewayRequestsPerSecond: 100,
  gatewayBurst: 200,
  intakeConcurrency: 200,
  streamBatchesPerShard: 10,
  quotas: { ...defaultQuotas, tableWriteUnits: 250_000, tableReadUnits: 160_000, concurrentExecutions: 2000 },
  memoryMegabytes: 1024,
  logLevel: 'INFO',
  maxLatencyMilliseconds: 3000,
} as const satisfies Partial<StageSettings>

const staging: StageSettings = { ...dev, ...productionLimits, rollbackMinutes: 10 }

const prod: StageSettings = {
  ...productionLimits,
  logRetention: 90,
  logRemovalPolicy: 'retain',
  terminationProtection: true,
  eventArchiveDays: 30,
  /**
   * Add a receiver for each severity, or replace the receivers by `dashboard only`. Until then, the stage cannot be
   * deployed. Both severities may have the same receiver.
   */
  alarms: { urgent: { emails: [], webhooks: [] }, notice: { emails: [], webhooks: [] } },
  /**
   * A drill restores a backup every three months, and may find a fault that began just after the previous drill. With
   * 97 days, a backup from before this fault usually still exists. More days would keep erased personal data longer.
   */
  backupDays: 97,
}

const stages: Record<string, StageSettings> = { dev, staging, prod }

export function findStage(name: string): Stage {
  const settings = Object.hasOwn(stages, name) ? stages[name] : undefined
  if (settings) return { name, ...settings }
  throw new Error(`Unknown stage "${name}". infra/stages.ts defines: ${Object.keys(stages).join(', ')}.`)
}

/** The number of concurrent executions that Lambda keeps for functions without a reservation. */
const minUnreserved = 100

/**
 * Throws if AWS would refuse the reservations. Also throws if the reservation of `checkout.intake` is less than
 * `intakeConcurrency`, because checkout events would then have to wait.
 */
export function requireReservableConcurrency({
  name,
  reservedConcurrency = {},
  intakeConcurrency,
  quotas,
}: Stage): void {
  const reserved = Object.values(reservedConcurrency).reduce((sum, count) => sum + count, 0)
  const { concurrentExecutions } = quotas
  if (reserved > 0 && reserved > concurrentExecutions - minUnreserved)
    throw new Error(
      `infra/stages.ts reserves ${reserved} of ${concurrentExecutions} concurrent executions for ${name}, which must leave ${minUnreserved}.`,
    )
  const ofIntake = reservedConcurrency['checkout.intake'] ?? intakeConcurrency
  if (ofIntake < intakeConcurrency)
    throw new Error(`infra/stages.ts reserves ${ofIntake} for checkout.intake of ${name}, less than intakeConcurrency.`)
}
