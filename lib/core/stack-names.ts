/** The names of metrics and secrets, which both the Lambdas and the stack use. */

/** The namespace of our metrics, which the code writes, and which the dashboard and the alarms read. */
export const metricNamespace = 'BackOffice'

/** Returns the service name of our metrics, which distinguishes the stages in one AWS account. */
export const serviceOf = (stage: string) => `back-office-${stage}`

/** Returns the beginning of the names of secrets with gateway keys. A name continues with the account and the mode. */
export const gatewaySecretsOf = (stage: string) => `back-office/${stage}/gateways`
