import type { DynamoDBStreamEvent } from 'aws-lambda'
import { withPlainErrors } from '../../lib/core/with-plain-errors.ts'
import { updateDerivedData } from '../../lib/maintenance/index.ts'

export const handler = withPlainErrors(({ Records }: DynamoDBStreamEvent) => updateDerivedData(Records))
