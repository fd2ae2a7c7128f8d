import type { SQSEvent } from 'aws-lambda'
import { intake } from '../../lib/checkout/index.ts'

export const handler = ({ Records }: SQSEvent) => intake(Records)
