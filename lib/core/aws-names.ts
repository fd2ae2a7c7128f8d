/** The names of metrics, secrets and events that both the Lambdas and the stack use. */

/** The CloudWatch namespace of the metrics that the Lambdas write. */
export const metricNamespace = 'BackOffice'

/** Each metric has a service name, which distinguishes the stages in one AWS account. */
export const metricServiceOf = (stage: string) => `back-office-${stage}`

/** The kinds of secrets that a store has: payment gateway keys, and secrets for sources of checkout events. */
export const secretKinds = ['gateways', 'event-sources'] as const
export type SecretKind = (typeof secretKinds)[number]

/** In Secrets Manager, the name of each secret of this kind begins with the returned prefix and a slash. */
export const secretPrefixOf = (stage: string, kind: SecretKind) => `back-office/${stage}/${kind}`

/** The `source` of checkout events on the bus. */
export const checkoutSource = 'store.checkout'
