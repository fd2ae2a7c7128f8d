/** The names of metrics and secrets, which the Lambdas share with the stack. */

/** The namespace of our metrics: the code writes them, and the dashboard and the alarms read them. */
export const metricNamespace = 'BackOffice'

/** The service of our metrics, which separates the stages of one AWS account. */
export const serviceOf = (stage: string) => `back-office-${stage}`

/** The secrets with the keys of payment gateways: their names continue with the account and the mode. */
export const gatewaySecretsOf = (stage: string) => `back-office/${stage}/gateways`
