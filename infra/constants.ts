/** What the stack, the local twin and the store command have to agree on. */

export const stackOf = (stage: string) => `BackOffice-${stage}`

/** The stack's output by which the store command finds the table. */
export const tableOutput = 'TableName'

/** The outputs for those who send checkout events: the bus, and the policy by which they may. */
export const busOutput = 'CheckoutBusArn'
export const senderOutput = 'CheckoutSenderArn'

/** As long as the gateway remembers who a key belongs to: so long a revoked one is still good. */
export const authorizerCacheSeconds = 60

/** As long as a worker may take for what it is handed at once. */
export const workerSeconds = 60

/** Changes of the table that a worker is handed at once: a recount is cheaper the more of them it sees together. */
export const streamBatchSize = 5000

/** What the checkout calls itself on the bus. */
export const checkoutSource = 'store.checkout'

/** Checkout events that the Lambda is handed at once, and how often the same one before it is given up. */
export const eventBatchSize = 10
export const maxReceiveCount = 5
