/**
 * Defines the prices of AWS in us-east-1, in dollars, without free tiers and discounts. Compare them with the price
 * pages of AWS before you rely on them.
 */

/** The resources that a request, an event or a run of a worker uses, in the units that AWS bills. */
export const resources = {
  readUnits: { service: 'DynamoDB', dollars: 0.125e-6 },
  writeUnits: { service: 'DynamoDB', dollars: 0.625e-6 },
  gatewayRequests: { service: 'API Gateway', dollars: 3.5e-6 },
  invocations: { service: 'Lambda', dollars: 0.2e-6 },
  gigabyteSeconds: { service: 'Lambda', dollars: 0.0000133334 },
  traces: { service: 'X-Ray', dollars: 5e-6 },
  archivedGigabytes: { service: 'EventBridge', dollars: 0.1 },
  busEvents: { service: 'EventBridge', dollars: 1e-6 },
  queueRequests: { service: 'SQS', dollars: 0.4e-6 },
  logGigabytes: { service: 'CloudWatch Logs', dollars: 0.5 },
  replyGigabytes: { service: 'data transfer', dollars: 0.09 },
  keyRequests: { service: 'KMS', dollars: 3e-6 },
  notifications: { service: 'SNS', dollars: 20e-6 },
  mails: { service: 'SES', dollars: 0.1e-3 },
} as const

export type Resource = keyof typeof resources

/** The monthly prices, each for one unit, such as one metric or one gigabyte. */
export const monthly = {
  alarmMetric: 0.1,
  customMetric: 0.3,
  dashboard: 3,
  key: 1,
  tableGigabyte: 0.25,
  recoveryGigabyte: 0.2,
  backupGigabyte: 0.1,
  coldBackupGigabyte: 0.03,
  logGigabyte: 0.03,
  archivedGigabyte: 0.023,
  hostedZone: 0.5,
}

/**
 * The price of restoring a gigabyte of the table and its index. `warm` is the price from point-in-time recovery or from
 * a backup, and `cold` is the price from a backup in cold storage.
 */
export const restoredGigabyte = { warm: 0.15, cold: 0.2 }

export const region = 'us-east-1'
export const asOf = 'November 2026'
export const pages = {
  DynamoDB: 'https://aws.amazon.com/dynamodb/pricing/on-demand/',
  'API Gateway': 'https://aws.amazon.com/api-gateway/pricing/',
  Lambda: 'https://aws.amazon.com/lambda/pricing/',
  'X-Ray': 'https://aws.amazon.com/xray/pricing/',
  CloudWatch: 'https://aws.amazon.com/cloudwatch/pricing/',
  EventBridge: 'https://aws.amazon.com/eventbridge/pricing/',
  SQS: 'https://aws.amazon.com/sqs/pricing/',
  'data transfer': 'https://aws.amazon.com/ec2/pricing/on-demand/',
  'AWS Backup': 'https://aws.amazon.com/backup/pricing/',
  SNS: 'https://aws.amazon.com/sns/pricing/',
  'Route 53': 'https://aws.amazon.com/route53/pricing/',
  KMS: 'https://aws.amazon.com/kms/pricing/',
  SES: 'https://aws.amazon.com/ses/pricing/',
}
