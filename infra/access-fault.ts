/** What a command prints if it has no access to AWS. */

/** A sentence if credentials or the region are missing; null for any other error. */
export function accessFault(error: unknown): string | null {
  const { name, message } = error instanceof Error ? error : new Error(String(error))
  if (name === 'CredentialsProviderError') return 'There are no AWS credentials: log in, or set AWS_PROFILE.'
  if (message.includes('Region is missing')) return 'There is no AWS region: set AWS_REGION.'
  if (/^ExpiredToken/.test(name)) return 'The AWS credentials have expired: log in again.'
  return null
}
