/** Where the secrets with the keys of payment gateways are in Secrets Manager, for the code and for its permissions. */

/** Followed by the account and the mode. */
export const gatewaySecretsOf = (stage: string) => `back-office/${stage}/gateways`
