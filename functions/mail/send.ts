import type { SQSEvent } from 'aws-lambda'
import * as mail from '../../lib/mail/index.ts'

export const handler = ({ Records }: SQSEvent) => mail.send(Records)
