import { authorize } from '../lib/keys/authorizer.ts'

export const handler = authorize
