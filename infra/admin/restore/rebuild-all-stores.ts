/**
 * Rebuilds the lists of all stores of a restored table in several threads. Large stores are divided into parts. An
 * interrupted rebuild can continue from the first part that was not rebuilt.
 */

import { mapConcurrent } from '../../../lib/core/map-concurrent.ts'
import { modes, type Tenant } from '../../../lib/core/tenant.ts'
import { maxSegments, type Segment } from '../../../lib/store/walk-store-rows.ts'
import { commandErrorMessage } from '../../error-text.ts'
import type { ReportProgress } from '../progress.ts'
import { createPositionError, resumeSentence } from '../walk-options.ts'
import { maxThreads, type RebuildAndCountPool } from './rebuild-and-count-pool.ts'
import type { Omissions } from './rebuild-and-count-thread.ts'

/**
 * A store with more orders than this is divided into parts. Otherwise one thread might work on this store for hours
 * after all other threads have finished.
 */
const maxOrdersOfPart = 100_000
/**
 * At most this many faults, and as many damaged objects, are printed. Each list causes a fault if the table rejects all
 * writes.
 */
const maxFaults = 100

interface Part {
  task: 'relist' | 'recount'
  tenant: Tenant
  segment: Segment
}

export async function readStoresOfTable(threads: RebuildAndCountPool): Promise<Tenant[]> {
  const accounts = await threads.run('accounts', null)
  return accounts.flatMap(account => modes.map(mode => ({ account, mode })))
}

interface RebuildOptions {
  /** The position from which an interrupted rebuild continues. */
  from: string | undefined
  report: ReportProgress
}

/**
 * Returns the faults, and then advice on how to continue; no faults if everything was rebuilt. Also returns the objects
 * that were left out because they are damaged.
 */
export async function rebuildAllStores(
  threads: RebuildAndCountPool,
  { from, report }: RebuildOptions,
): Promise<Omissions> {
  const segments = await segmentsOfAllStores(threads)
  const parts = (task: Part['task']) => segments.map(segment => ({ task, ...segment }))
  /** A recount reads the entries that a relist writes, so all stores are relisted before the first recount. */
  const steps = partsFrom([parts('relist'), parts('recount')], from)
  const left = steps.flat().map(positionOf)
  report({ text: `${left.length} parts to rebuild`, hint: hintFor(left[0]) })
  const faults: string[] = []
  /** A relist and a recount both find a damaged object. */
  const unreadable = new Set<string>()
  for (const step of steps) {
    let done = 0
    await mapConcurrent(step, maxThreads, async part => {
      const found = await rebuildPart(threads, part)
      faults.push(...found.faults.slice(0, maxFaults - faults.length))
      for (const sentence of found.unreadable) if (unreadable.size < maxFaults) unreadable.add(sentence)
      /** Only a part without faults is removed from `left`. A continued rebuild begins at the first part in `left`. */
      if (found.faults.length === 0) left.splice(left.indexOf(positionOf(part)), 1)
      report({ text: `${part.task}: ${++done} of ${step.length} parts`, hint: hintFor(left[0]) })
    })
  }
  return { faults: faults.length > 0 ? [...faults, hintFor(left[0])] : [], unreadable: [...unreadable] }
}

/**
 * Rebuilds the part, and returns its faults. If the task itself fails, returns its error as a fault, so that other
 * parts are still rebuilt.
 */
async function rebuildPart(threads: RebuildAndCountPool, part: Part): Promise<Omissions> {
  try {
    return await threads.run(part.task, part)
  } catch (error) {
    const { task, tenant } = part
    const fault = `The ${task} of account ${tenant.account}, ${tenant.mode}, failed: ${commandErrorMessage(error)}`
    return { faults: [fault], unreadable: [] }
  }
}

const positionOf = ({ task, tenant, segment }: Part) => [task, tenant.account, tenant.mode, segment.number].join(':')

const hintFor = (position: string | undefined) =>
  position ? resumeSentence(position) : 'Run the same command again to go on.'

function partsFrom(steps: readonly Part[][], from: string | undefined): Part[][] {
  if (from === undefined) return [...steps]
  const all = steps.flat()
  const first = all.findIndex(part => positionOf(part) === from)
  if (first === -1) throw createPositionError()
  const left = new Set(all.slice(first))
  return steps.map(step => step.filter(part => left.has(part)))
}

async function segmentsOfAllStores(threads: RebuildAndCountPool): Promise<Omit<Part, 'task'>[]> {
  const stores = await readStoresOfTable(threads)
  const segments = await mapConcurrent(stores, maxThreads, async tenant => {
    const { order = 0 } = await threads.run('count', tenant)
    const of = order > maxOrdersOfPart ? maxSegments : 1
    return Array.from({ length: of }, (_, n) => ({ tenant, segment: { number: n + 1, of } }))
  })
  return segments.flat()
}
