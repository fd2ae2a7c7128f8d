import type { SQSEvent } from 'aws-lambda'
import { withPlainErrors } from '../../lib/core/with-plain-errors.ts'
import * as mail from '../../lib/mail/index.ts'

export const handler = withPlainErrors(({ Records }: SQSEvent) => mail.send(Records))
