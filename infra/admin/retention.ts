/** What still has erased data, and until when. */

import { recoveryDays } from '../constants.ts'
import { findStage, type Stage } from '../stages.ts'

const onThisMachine = [
  'This machine keeps no backups of its own. Still present in the data directory:',
  '- The stream of the table has the data for 24 hours, and the files of the database until it writes over it.',
  '- Checkout events that failed are dead letters until they are dropped: npm run store -- letters list',
]

/** Sentences, for a stage in AWS or for this machine. */
export const retentionText = (stage: string | null): string[] =>
  stage === null ? onThisMachine : inStage(findStage(stage))

const inStage = ({ backupDays, eventArchiveDays, logRetention }: Stage): string[] => [
  'Still present elsewhere:',
  `- Point-in-time recovery of the table can restore the data for ${recoveryDays} days, and a daily backup for ${backupDays} days. After a restore, repeat this command.`,
  "- The table's stream has the data for 24 hours; dead-letter queues have checkout events that failed for 14 days.",
  `- Logs have no personal data. They are kept for ${logRetention} days.`,
  `- The archive of the bus has checkout events for ${eventArchiveDays} days. A replay saves nothing personal of them.`,
  '- Amazon SES and the payment gateway have the data that they were sent. Erase the customer there, too.',
]
