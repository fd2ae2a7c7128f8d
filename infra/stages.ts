/** The environments the API is deployed to, and the settings in which they differ. */

import { RemovalPolicy } from 'aws-cdk-lib'
import { RetentionDays } from 'aws-cdk-lib/aws-logs'

/** Who gets a message when an alarm goes off and when it ends. SNS asks each receiver once to confirm. */
interface AlarmReceivers {
  /** A channel of Slack has an e-mail address, too. */
  emails?: readonly `${string}@${string}`[]
  /** They must understand the messages of SNS. */
  webhooks?: readonly `https://${string}`[]
}

export interface DomainSettings {
  /** Such as `api.tea.example`. */
  name: string
  /** Of a certificate for this name in AWS Certificate Manager, in the region of the stack. */
  certificateArn: string
  /** Of the zone in Route 53 that gets the DNS record. Default: none; add the record where your DNS is. */
  hostedZoneId?: string
}

export interface FirewallSettings {
  /** Above it, within five minutes, an IP address gets 403 until it sends less. At least 10. */
  requestsPerAddress: number
}

interface StageSettings {
  /** Limit of each endpoint, all stores together. Above it callers get 429. */
  requestsPerSecond: number
  burstLimit: number
  /** Limit of each API key, so that the script of one store does not slow down the others. */
  keyRequestsPerSecond: number
  keyBurst: number
  /** Limit of each path that needs no key: the documentation and the webhooks. */
  publicRequestsPerSecond: number
  publicBurst: number
  /** Lambda gives CPU in proportion to memory: one full core at 1,769 MB. Below 1 GB, slower calls cost what is saved. */
  memoryMegabytes: number
  logLevel: 'DEBUG' | 'INFO' | 'WARN'
  logRetention: RetentionDays
  /** What happens to a log group that is removed from the stack. */
  logRemovalPolicy: RemovalPolicy
  /** The latency alarm goes off when the 99th percentile is above this. */
  maxLatencyMilliseconds: number
  terminationProtection: boolean
  /** How long checkout events are kept for a replay. Less than the 60 days after which repeated downloads count again. */
  eventArchiveDays: number
  /** `dashboard only`: alarms notify nobody. */
  alarms: AlarmReceivers | 'dashboard only'
  /** How long AWS Backup keeps a daily backup of the table. Point-in-time recovery covers the last 35 days besides. */
  backupDays: number
  /** An address of its own for the API, which stays the same when the stack is created again. Default: that of AWS. */
  domain?: DomainSettings
  /** A firewall in front of the API, for a monthly fee. Default: none. */
  firewall?: FirewallSettings
  /**
   * The table, if it is not the one that the stack creates: after a restore, or after the stack was deleted and is
   * deployed again. `store restore` and `npm run deploy` print both lines. Do not remove them later: the stack would
   * create an empty table.
   */
  tableName?: string
  /** The stream of that table. */
  tableStreamArn?: string
}

export interface Stage extends StageSettings {
  name: string
}

const dev: StageSettings = {
  requestsPerSecond: 50,
  burstLimit: 100,
  keyRequestsPerSecond: 20,
  keyBurst: 40,
  publicRequestsPerSecond: 10,
  publicBurst: 20,
  memoryMegabytes: 1024,
  logLevel: 'DEBUG',
  logRetention: RetentionDays.TWO_WEEKS,
  logRemovalPolicy: RemovalPolicy.DESTROY,
  maxLatencyMilliseconds: 5000,
  terminationProtection: false,
  eventArchiveDays: 7,
  alarms: 'dashboard only',
  backupDays: 7,
}

/** What a release meets in prod, and is tried with in staging. */
const productionLimits = {
  requestsPerSecond: 500,
  burstLimit: 1000,
  keyRequestsPerSecond: 50,
  keyBurst: 200,
  publicRequestsPerSecond: 50,
  publicBurst: 100,
  memoryMegabytes: 1024,
  logLevel: 'INFO',
  maxLatencyMilliseconds: 3000,
} as const satisfies Partial<StageSettings>

/** For a release before prod gets it. */
const staging: StageSettings = {
  ...productionLimits,
  logRetention: RetentionDays.TWO_WEEKS,
  logRemovalPolicy: RemovalPolicy.DESTROY,
  terminationProtection: false,
  eventArchiveDays: 7,
  alarms: 'dashboard only',
  backupDays: 7,
}

const prod: StageSettings = {
  ...productionLimits,
  logRetention: RetentionDays.THREE_MONTHS,
  logRemovalPolicy: RemovalPolicy.RETAIN,
  terminationProtection: true,
  eventArchiveDays: 30,
  /** Yours to add: without a receiver, the stage cannot be deployed. */
  alarms: { emails: [], webhooks: [] },
  backupDays: 90,
}

const stages: Record<string, StageSettings> = { dev, staging, prod }

export function findStage(name: string): Stage {
  const settings = Object.hasOwn(stages, name) ? stages[name] : undefined
  if (settings) return { name, ...settings }
  throw new Error(`Unknown stage "${name}". infra/stages.ts defines: ${Object.keys(stages).join(', ')}.`)
}
