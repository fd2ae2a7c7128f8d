import { lambda } from '../../lib/core/lambda.ts'
import * as recovery from '../../lib/recovery/index.ts'

export const handler = lambda((_: unknown, context) => recovery.run(context.getRemainingTimeInMillis()))
