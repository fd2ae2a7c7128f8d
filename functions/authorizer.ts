import { workerLambda } from '../lib/core/worker-lambda.ts'
import { authorize } from '../lib/keys/authorizer.ts'

export const handler = workerLambda(authorize)
