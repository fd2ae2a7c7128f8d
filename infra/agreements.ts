/** What the stack, the local twin and the store command have to agree on. */

export const stackOf = (stage: string) => `BackOffice-${stage}`

/** The stack's output by which the store command finds the table. */
export const tableOutput = 'TableName'

/** As long as the gateway remembers who a key belongs to: so long a revoked one is still good. */
export const rememberedSeconds = 60
