import type { Context, SQSEvent } from 'aws-lambda'
import { intake } from '../../lib/checkout/index.ts'

export const handler = ({ Records }: SQSEvent, context: Context) =>
  intake(Records, context.getRemainingTimeInMillis())
