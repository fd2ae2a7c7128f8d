import { withPlainErrors } from '../lib/core/with-plain-errors.ts'
import { authorize } from '../lib/keys/authorizer.ts'

export const handler = withPlainErrors(authorize)
