/** Shows the progress of an import for one kind of objects: a bar, the counts, and the time that is left. */

import type { ImportKind } from '../../../lib/import/index.ts'
import type { ReportProgress } from '../progress.ts'

export const kindNames: Record<ImportKind, string> = {
  domains: 'domains',
  shippingMethods: 'shipping methods',
  products: 'products',
  discounts: 'discounts',
  customers: 'customers',
  orders: 'orders',
  subscriptions: 'subscriptions',
  carts: 'carts',
}

const barLength = 20

function barOf(done: number, total: number): string {
  const filled = Math.min(barLength, Math.floor((barLength * done) / Math.max(total, 1)))
  return `[${'='.repeat(filled)}${' '.repeat(barLength - filled)}]`
}

function timeText(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  if (seconds < 60) return `${seconds} s`
  return seconds < 3600 ? `${Math.ceil(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

const hint = 'To go on, repeat the command.'

interface Counts {
  listed: number
  total: number | null
}

/** `begin.listed` is the number of objects that an interrupted run has read in this step; 0 in a new step. */
export function createKindProgress(label: string, begin: Counts, report: ReportProgress) {
  const startedAt = performance.now()
  const already = begin.listed
  const timeLeft = ({ listed, total }: Counts) => {
    if (total === null || listed <= already) return ''
    const each = (performance.now() - startedAt) / (listed - already)
    return `, ${timeText(each * Math.max(total - listed, 0))} left`
  }
  const textOf = (counts: Counts) => {
    const { listed, total } = counts
    const padded = label.padEnd(26)
    return total === null ? `${padded} ${listed}` : `${padded} ${barOf(listed, total)} ${listed} of ${total}`
  }
  return {
    update: (counts: Counts) => report({ text: `${textOf(counts)}${timeLeft(counts)}`, hint }),
    finish: ({ listed }: Counts) => report({ text: textOf({ listed, total: listed }), hint, isFinal: true }),
  }
}
