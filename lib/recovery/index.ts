/** Runs the tasks of every minute, and lets staff inspect, settle or drop single operations at payment gateways. */

export { dropOperation, inspectOperation, type OperationInspection, settleOperation } from './operations.ts'
export { runMinuteTasks } from './run-minute-tasks.ts'
