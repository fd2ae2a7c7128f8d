/** The names of metrics, secrets and events, which both the Lambdas and the stack use. */

/** The namespace of our metrics, which the code writes, and which the dashboard and the alarms read. */
export const metricNamespace = 'BackOffice'

/** Returns the service name of our metrics, which distinguishes the stages in one AWS account. */
export const serviceOf = (stage: string) => `back-office-${stage}`

/** The kinds of secrets of stores: the keys of payment gateways, and those of the sources of checkout events. */
export type SecretKind = 'gateways' | 'event-sources'

/** Returns the beginning of the names of all secrets of a kind. The rest of a name follows after a slash. */
export const secretsOf = (stage: string, kind: SecretKind) => `back-office/${stage}/${kind}`

/** The `source` of checkout events on the bus. */
export const checkoutSource = 'store.checkout'
