/** Runs the tasks that are due every minute, and lets staff settle or drop single operations at payment gateways. */

export { dropOperation, inspectOperation, type OperationInspection, settleOperation } from './operations.ts'
export { runMinuteTasks } from './run-minute-tasks.ts'
