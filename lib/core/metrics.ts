/** What our own metrics are called: the program counts under these names, dashboard and alarms read them. */

export const metricNamespace = 'BackOffice'

/** Tells the environments of one AWS account apart. */
export const serviceOf = (stage: string) => `back-office-${stage}`
