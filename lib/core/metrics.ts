/** The names of our metrics, shared by the code that writes them and by the dashboard and alarms that read them. */

export const metricNamespace = 'BackOffice'

/** Separates the stages of one AWS account. */
export const serviceOf = (stage: string) => `back-office-${stage}`
