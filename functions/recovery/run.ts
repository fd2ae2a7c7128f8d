import type { Context } from 'aws-lambda'
import * as recovery from '../../lib/recovery/index.ts'

export const handler = (_: unknown, context: Context) => recovery.run(context.getRemainingTimeInMillis())
