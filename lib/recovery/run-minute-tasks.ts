/** Runs every minute: resumes operations at payment gateways, ends subscriptions that are due, and queues mails. */

import { runWithDeadline } from '../core/deadline.ts'
import { log, logFault } from '../core/log.ts'
import * as mail from '../mail/index.ts'
import * as maintenanceMode from '../maintenance-mode/index.ts'
import { endDueSubscriptions } from '../subscriptions/index.ts'
import { resumeOperations } from './operations.ts'

/** The tasks by their names in the log. */
type Tasks = Record<string, () => Promise<void>>

const allTasks: Tasks = {
  'recovery.payments': () => resumeOperations(),
  'subscriptions.endDue': endDueSubscriptions,
  'mail.relay': mail.moveOutboxToQueue,
}

export const runMinuteTasks = (milliseconds: number, tasks = allTasks): Promise<void> =>
  runWithDeadline(milliseconds, async () => {
    if (await maintenanceMode.find()) log.info('The tasks wait for the end of the maintenance.')
    else await runAll(tasks)
  })

/** Runs all tasks, even if some of them fail. If a task has failed, throws an error at the end. */
async function runAll(tasks: Tasks): Promise<void> {
  const failed: string[] = []
  for (const [name, task] of Object.entries(tasks)) {
    try {
      await task()
    } catch (fault) {
      logFault(`${name} failed.`, fault)
      failed.push(name)
    }
  }
  if (failed.length > 0) throw new Error(`These tasks failed, and the log has the errors: ${failed.join(', ')}`)
}
