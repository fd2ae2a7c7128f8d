import { lambda } from '../lib/core/lambda.ts'
import { authorize } from '../lib/keys/authorizer.ts'

export const handler = lambda(authorize)
