/** Defines the names of metrics, secrets and events that both the Lambdas and the stack use. */

/** The CloudWatch namespace of the metrics that the Lambdas write. */
export const metricNamespace = 'BackOffice'

/** Returns the service name of a stage's metrics. The service name distinguishes the stages in one AWS account. */
export const metricServiceOf = (stage: string) => `back-office-${stage}`

/** The kinds of secrets that a store has: payment gateway keys, and secrets for sources of checkout events. */
export const secretKinds = ['gateways', 'event-sources'] as const
export type SecretKind = (typeof secretKinds)[number]

/** Returns the prefix of the names that secrets of this kind have in Secrets Manager. A slash follows the prefix. */
export const secretPrefixOf = (stage: string, kind: SecretKind) => `back-office/${stage}/${kind}`

/** The `source` of checkout events on the EventBridge bus. */
export const checkoutSource = 'store.checkout'
