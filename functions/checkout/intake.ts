import type { SQSEvent } from 'aws-lambda'
import { intake } from '../../lib/checkout/index.ts'
import { workerLambda } from '../../lib/core/worker-lambda.ts'

export const handler = workerLambda(({ Records }: SQSEvent, context) =>
  intake(Records, context.getRemainingTimeInMillis()),
)
