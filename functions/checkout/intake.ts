import type { SQSEvent } from 'aws-lambda'
import { intake } from '../../lib/checkout/index.ts'
import { withPlainErrors } from '../../lib/core/with-plain-errors.ts'

export const handler = withPlainErrors(({ Records }: SQSEvent, context) =>
  intake(Records, context.getRemainingTimeInMillis()),
)
