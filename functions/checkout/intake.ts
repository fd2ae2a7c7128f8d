import type { SQSEvent } from 'aws-lambda'
import { intake } from '../../lib/checkout/index.ts'
import { lambda } from '../../lib/core/lambda.ts'

export const handler = lambda(({ Records }: SQSEvent, context) => intake(Records, context.getRemainingTimeInMillis()))
