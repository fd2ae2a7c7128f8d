/** Runs a command for all stores, several at a time, and prints one line for each store in a fixed order. */

import type { Command } from 'commander'
import * as z from 'zod'
import { boolean, integer } from '../../lib/core/fields.ts'
import { type AccountId, type Mode, modes, type Tenant } from '../../lib/core/tenant.ts'
import { commandErrorMessage } from '../error-text.ts'
import { addStoreOptions, type CommandContext, type CommandResult, StoreOptions } from './command.ts'
import { mapInOrder } from './map-in-order.ts'
import type { Modules } from './modules.ts'

/** A store, which is an account in a mode. Without `mode`, the target is the account in both modes. */
interface Target {
  account: AccountId
  mode?: Mode | undefined
}

/** Accepts the name of a store or an account as the command prints it, such as `1001/Live` or `1001`. */
const StorePosition = z
  .string()
  .regex(/^[1-9]\d{0,9}(\/(live|test))?$/i, { error: 'must be a store such as 1001/Live, or an account such as 1001' })
  .transform((text): Target => {
    const [account, mode] = text.toLowerCase().split('/')
    return { account: Number(account) as AccountId, mode: modes.find(known => known.toLowerCase() === mode) }
  })

export const AllStoresOptions = z.object({
  allStores: boolean.default(false),
  after: StorePosition.optional(),
  atOnce: integer({ min: 1, max: 32 }).default(4),
})

export const addAllStoresOptions = (command: Command): Command =>
  command
    .option('--all-stores', 'all stores instead of one, with one line for each of them')
    .option('--after <store>', 'with --all-stores: go on after this store, such as 1001/Live')
    .option('--at-once <number>', 'with --all-stores: number of stores that are processed at once (default: 4)')

export const addOneOrAllStoresOptions = (command: Command): Command => addAllStoresOptions(addStoreOptions(command))

const isOneOrAll = ({ allStores, account }: { allStores: boolean; account?: AccountId | undefined }) =>
  allStores !== (account !== undefined)

const oneOrAll = { path: ['account'], error: 'or --all-stores must be given, and not both' }

/** The options of a command that works on one account or on all accounts. */
export const OneOrAllAccounts = StoreOptions.pick({ account: true })
  .partial()
  .extend(AllStoresOptions.shape)
  .refine(isOneOrAll, oneOrAll)

/** The options of a command that works on one store or on all stores. With `--all-stores`, the mode is a filter. */
export const OneOrAllStores = StoreOptions.partial()
  .extend(AllStoresOptions.shape)
  .refine(isOneOrAll, oneOrAll)
  .refine(({ allStores, mode }) => allStores || mode !== undefined, { path: ['mode'], error: 'is required' })

interface Selection extends z.output<typeof AllStoresOptions> {
  mode?: Mode | undefined
}

type Work<T extends Target> = (target: T, context: CommandContext) => Promise<CommandResult>

/** Runs a command for all selected stores. A store is an account in a mode. */
export const runForAllStores = (selection: Selection, context: CommandContext, work: Work<Tenant>) =>
  run(storesAfter(selection, context), context, { ...selection, work })

/** Runs a command for the store that the options name, or for every store. */
export const runForOneOrAllStores = (
  { account, mode, ...selection }: z.output<typeof OneOrAllStores>,
  context: CommandContext,
  work: Work<Tenant>,
): Promise<CommandResult> =>
  account && mode ? work({ account, mode }, context) : runForAllStores({ ...selection, mode }, context, work)

/** Runs a command for the account that the options name, or for every account. */
export const runForOneOrAllAccounts = (
  { account, ...selection }: z.output<typeof OneOrAllAccounts>,
  context: CommandContext,
  work: Work<Target>,
): Promise<CommandResult> =>
  account ? work({ account }, context) : run(accountsAfter(selection, context), context, { ...selection, work })

interface Listed<T> {
  target: T
  isBeingDeleted: boolean
}

async function* accountsAfter({ after }: Selection, { accounts }: Modules): AsyncGenerator<Listed<Target>> {
  for await (const { account, deletingSince } of accounts.stream(after?.account))
    if (account !== after?.account) yield { target: { account }, isBeingDeleted: deletingSince !== null }
}

async function* storesAfter({ after, mode }: Selection, { accounts }: Modules): AsyncGenerator<Listed<Tenant>> {
  for await (const { account, deletingSince } of accounts.stream(after?.account)) {
    const left = account === after?.account ? modesAfter(after.mode) : modes
    for (const wanted of left.filter(one => !mode || one === mode))
      yield { target: { account, mode: wanted }, isBeingDeleted: deletingSince !== null }
  }
}

const modesAfter = (mode: Mode | undefined) => (mode ? modes.slice(modes.indexOf(mode) + 1) : [])

interface RunOptions<T extends Target> {
  atOnce: number
  work: Work<T>
}

async function run<T extends Target>(
  targets: AsyncIterable<Listed<T>>,
  context: CommandContext,
  { atOnce, work }: RunOptions<T>,
): Promise<CommandResult> {
  const { isJson, write, report } = context
  const tally = new Tally()
  try {
    for await (const outcome of mapInOrder(targets, atOnce, target => outcomeOf(target, context, work))) {
      await write(`${isJson ? jsonLine(outcome) : textLine(outcome)}\n`)
      tally.add(outcome)
      report({ text: tally.text, ...(tally.hint && { hint: tally.hint }) })
    }
  } catch (error) {
    throw new Error([commandErrorMessage(error), tally.hint].filter(Boolean).join(' '))
  }
  if (isJson) await write(`${JSON.stringify(tally.counts)}\n`)
  return { json: undefined, text: `${tally.text}.`, errors: tally.errors }
}

type State = 'done' | 'failed' | 'skipped'

interface Outcome extends Target {
  state: State
  result: unknown
  errors: readonly string[]
  /**
   * Whether an error ended the command early. A command that runs to its end and finds faults in the store is not
   * broken.
   */
  isBroken?: true
}

/**
 * Runs the command for a store, and skips a store whose account is being deleted or no longer exists. If the command
 * throws an error, the outcome is `failed`, so that the other stores are still processed.
 */
async function outcomeOf<T extends Target>(
  { target, isBeingDeleted }: Listed<T>,
  context: CommandContext,
  work: Work<T>,
): Promise<Outcome> {
  if (isBeingDeleted) return skipped(target)
  try {
    const { json = null, errors = [] } = await work(target, { ...context, report: () => {} })
    return { ...target, state: errors.length > 0 ? 'failed' : 'done', result: json, errors }
  } catch (error) {
    const exists = await context.accounts.find(target.account).catch(() => true)
    if (!exists) return skipped(target)
    return { ...target, state: 'failed', result: null, errors: [commandErrorMessage(error)], isBroken: true }
  }
}

const skipped = (target: Target): Outcome => ({
  ...target,
  state: 'skipped',
  result: null,
  errors: ['The account is being deleted, or was deleted.'],
})

const nameOf = ({ account, mode }: Target) => (mode ? `${account}/${mode}` : String(account))

const jsonLine = ({ account, mode, state, result, errors }: Outcome) =>
  JSON.stringify({ account, mode, state, result, errors })

const textLine = (outcome: Outcome) => [nameOf(outcome), outcome.state, ...outcome.errors].join('  ')

/**
 * A run ends with a sentence that names at most this many failed stores. The lines above the sentence show the state of
 * every store.
 */
const maxNamed = 100

/**
 * If errors end the command early for this many stores in a row, the run stops. The cause is then probably not in the
 * stores.
 */
const maxBrokenInARow = 20

/**
 * Counts the outcomes, and keeps the name of the last store for which no error ended the command early. The hint tells
 * the user to continue after this store.
 */
class Tally {
  readonly counts = { stores: 0, done: 0, failed: 0, skipped: 0 }
  private readonly failed: string[] = []
  private brokenInARow = 0
  private position: string | undefined

  add(outcome: Outcome): void {
    const { state, isBroken = false, errors } = outcome
    this.counts.stores++
    this.counts[state]++
    if (state === 'failed' && this.failed.length < maxNamed) this.failed.push(nameOf(outcome))
    this.brokenInARow = isBroken ? this.brokenInARow + 1 : 0
    if (!isBroken) this.position = nameOf(outcome)
    if (this.brokenInARow === maxBrokenInARow)
      throw new Error(`${maxBrokenInARow} stores in a row failed, the last one with: ${errors.join(' ')}`)
  }

  get text(): string {
    const { stores, done, failed, skipped } = this.counts
    return `${stores} stores: ${done} done, ${failed} failed, ${skipped} skipped`
  }

  get hint(): string | undefined {
    return this.position && `To go on, repeat the command with --after ${this.position}.`
  }

  get errors(): string[] {
    const { failed } = this.counts
    if (failed === 0) return []
    const rest = failed > maxNamed ? `, and ${failed - maxNamed} more` : ''
    return [`Stores that failed: ${this.failed.join(', ')}${rest}.`]
  }
}
