/**
 * Switches the maintenance of the whole installation on and off. During a maintenance, `recovery.run` does nothing, and
 * requests with an API key get 503. Webhooks of Stripe also get 503 if checkout events must wait. The maintenance is
 * recorded in a row of the stores' table, so that a restored table can be in maintenance before it is used.
 */

import { now } from '../core/clock.ts'
import { maintenanceProblem } from '../core/problem.ts'
import { MaintenanceRow } from './entity.ts'

export interface Maintenance extends Omit<MaintenanceRow, 'message'> {
  message: string | null
}

interface NewMaintenance {
  until: string
  message?: string | undefined
  appliesEvents: boolean
}

interface Options {
  /** The table to use instead of the table of the stage, such as a restored table. */
  table?: string | undefined
}

interface FindOptions extends Options {
  isConsistent?: boolean
}

/** Starts the maintenance. If it is already on, keeps the time of its start, and replaces its other settings. */
export async function start(wanted: NewMaintenance, { table }: Options = {}): Promise<Maintenance> {
  const since = (await find({ table, isConsistent: true }))?.since
  const { data } = await MaintenanceRow.put({ ...wanted, ...(since && { since }) }).go({ ...(table && { table }) })
  return present(data)
}

/** Returns the expected end of a maintenance that takes the given time from now. */
export const expectedEndIn = (minutes: number) => new Date(now().getTime() + 60_000 * minutes).toISOString()

export async function end(): Promise<void> {
  await MaintenanceRow.delete({}).go()
}

/**
 * Returns the current maintenance; null if there is none. For requests, the read is eventually consistent, because a
 * consistent read costs twice as much. Therefore a switch of the maintenance may take effect some seconds later.
 */
export async function find({ table, isConsistent = false }: FindOptions = {}): Promise<Maintenance | null> {
  const { data } = await MaintenanceRow.get({}).go({ consistent: isConsistent, ...(table && { table }) })
  return data && present(data)
}

/** Throws the problem `maintenance` if checkout events must wait. The sender of the events repeats them later. */
export async function requireEventsAllowed(): Promise<void> {
  const maintenance = await find()
  if (maintenance && !maintenance.appliesEvents) throw maintenanceProblem(maintenance)
}

const present = ({ message, ...row }: MaintenanceRow): Maintenance => ({ ...row, message: message ?? null })
