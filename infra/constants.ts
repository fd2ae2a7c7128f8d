/** Names and limits that the stack, the local API and the store command share. */

export const stackOf = (stage: string) => `BackOffice-${stage}`

/** The tags of all resources of a stack. By them, tables that were kept are found. */
export const stackTags = (stage: string) => ({ service: 'back-office', stage })

/** The stack output with the name of the table, for the store command. */
export const tableOutput = 'TableName'

/** The stack outputs for senders of checkout events: the bus, and the policy that allows sending. */
export const busOutput = 'CheckoutBusArn'
export const senderOutput = 'CheckoutSenderArn'

/** The stack outputs for restoring a backup: where daily backups are, and the role by which AWS Backup restores one. */
export const vaultOutput = 'BackupVaultName'
export const restoreRoleOutput = 'RestoreRoleArn'

/** The stack output with the archive of the bus, for the store command. */
export const archiveOutput = 'CheckoutArchiveArn'

/** The stack outputs with the URLs of queues and of those of dead letters, for the store command. */
export const queueOutputs = {
  checkout: 'CheckoutQueueUrl',
  checkoutDeadLetters: 'CheckoutDeadLettersUrl',
  mail: 'MailQueueUrl',
  mailDeadLetters: 'MailDeadLettersUrl',
  streamDeadLetters: 'StreamDeadLettersUrl',
} as const

/** How long the gateway caches the result of the authorizer: a revoked key stays valid that long. */
export const authorizerCacheSeconds = 60

/**
 * What an Authorization header with a secret key looks like: the key as the user name, or as the password of an empty user
 * name. API Gateway rejects all others itself, so that they do not run the authorizer.
 */
export const authorizationPattern = '^\\s*[Bb][Aa][Ss][Ii][Cc]\\s+(c2tf|OnNrX)[A-Za-z0-9+/]{70,}={0,2}\\s*$'

/** Timeout of a worker for one batch. */
export const workerSeconds = 60

/** How often scheduled workers run in AWS, and on one machine, where a minute is long to wait. */
export const scheduleMinutes = 1
export const localScheduleSeconds = 5

/** Changes of the table in one batch of a worker: the more of them, the cheaper a recount. */
export const streamBatchSize = 5000

/** How long the table can be restored to any second: the longest that DynamoDB offers. */
export const recoveryDays = 35

/** Source of the checkout's events on the bus. */
export const checkoutSource = 'store.checkout'

/** Messages of a queue in one batch of its Lambda. */
export const messageBatchSize = 10
