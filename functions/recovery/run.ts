import * as recovery from '../../lib/recovery/index.ts'

export const handler = () => recovery.run()
