import { withPlainErrors } from '../../lib/core/with-plain-errors.ts'
import * as recovery from '../../lib/recovery/index.ts'

export const handler = withPlainErrors((_: unknown, context) =>
  recovery.runMinuteTasks(context.getRemainingTimeInMillis()),
)
