import { workerLambda } from '../../lib/core/worker-lambda.ts'
import * as recovery from '../../lib/recovery/index.ts'

export const handler = workerLambda((_: unknown, context) => recovery.run(context.getRemainingTimeInMillis()))
