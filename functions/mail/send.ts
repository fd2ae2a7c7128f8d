import type { SQSEvent } from 'aws-lambda'
import { workerLambda } from '../../lib/core/worker-lambda.ts'
import * as mail from '../../lib/mail/index.ts'

export const handler = workerLambda(({ Records }: SQSEvent) => mail.send(Records))
