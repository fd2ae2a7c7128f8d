import type { SQSEvent } from 'aws-lambda'
import { lambda } from '../../lib/core/lambda.ts'
import * as mail from '../../lib/mail/index.ts'

export const handler = lambda(({ Records }: SQSEvent) => mail.send(Records))
