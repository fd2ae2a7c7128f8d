/** Defines names and limits that the stack, the local API and the store command share. */

export const stackOf = (stage: string) => `BackOffice-${stage}`

/** `npm run deploy` finds the KMS key of a deleted stack by this description. */
export const secretsKeyDescription = (stage: string) => `Encrypts the secrets of stores of ${stackOf(stage)}.`

/** Resources of a stack and restored tables have these tags. `npm run deploy` finds leftover tables by these tags. */
export const stackTags = (stage: string) => ({ service: 'back-office', stage })

/** People and commands find the URL of the API, and the names and ARNs of resources, in these outputs of the stack. */
export const stackOutputs = {
  apiUrl: 'ApiUrl',
  table: 'TableName',
  bus: 'CheckoutBusArn',
  archive: 'CheckoutArchiveArn',
  senderPolicy: 'CheckoutSenderArn',
  vault: 'BackupVaultName',
  restoreRole: 'RestoreRoleArn',
  commandProject: 'CommandProjectName',
  /** This output existed before alarms had severities, so its name does not contain a severity. */
  urgentTopic: 'AlarmTopicArn',
  noticeTopic: 'NoticeTopicArn',
  secretsKey: 'SecretsKeyArn',
  rollbackAlarms: 'RollbackAlarmArns',
} as const

/**
 * In these outputs of the stack, the store command finds the URLs of queues, and the id of the event source mapping
 * that delivers checkout events.
 */
export const queueOutputs = {
  checkout: 'CheckoutQueueUrl',
  checkoutMapping: 'CheckoutMappingId',
  checkoutDeadLetters: 'CheckoutDeadLettersUrl',
  mail: 'MailQueueUrl',
  mailDeadLetters: 'MailDeadLettersUrl',
  streamDeadLetters: 'StreamDeadLettersUrl',
} as const

/** The project of CodeBuild that runs commands sets this variable. */
export const commandProjectVariable = 'STORE_COMMAND_PROJECT'

/**
 * API Gateway caches the authorizer's result for this many seconds. A revoked key may still be accepted for this time.
 */
export const authorizerCacheSeconds = 60

/**
 * Matches an `Authorization` header whose user name looks like a secret key. If the user name is empty, the password
 * must look like a secret key. API Gateway itself rejects all other headers, without running the authorizer.
 */
export const authorizationPattern = '^\\s*[Bb][Aa][Ss][Ii][Cc]\\s+(c2tf|OnNrX)[A-Za-z0-9+/]{70,}={0,2}\\s*$'

export const authorizerTimeoutSeconds = 10

/** One run of a worker may take this many seconds. */
export const workerTimeoutSeconds = 60

/** The interval of scheduled workers in AWS, and the pause between two runs on a developer's machine. */
export const scheduleMinutes = 1
export const localScheduleSeconds = 5

/**
 * A worker gets at most this many changes of the table in one batch. A large batch saves costs, because the tallies of
 * each changed list are updated only once per batch.
 */
export const streamBatchSize = 5000

/** The table can be restored to any second of the last 35 days, which is the maximum of DynamoDB. */
export const pointInTimeRecoveryDays = 35

/** A Lambda gets at most this many messages of its queue in one batch. */
export const messageBatchSize = 10
