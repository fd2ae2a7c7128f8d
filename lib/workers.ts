/** The Lambdas that no HTTP route calls, and what calls them. */

export interface Worker {
  /** `room.verb`, as with endpoints. */
  name: string
  purpose: string
  /**
   * `changes`: everything that happens in the table, in order for each key, at least once.
   * `checkout`: every event of the checkout, in any order, at least once.
   */
  source: 'changes' | 'checkout'
  /** What it may do to the table; nothing if not given. */
  access?: 'write'
}

export const workers: Worker[] = [
  {
    name: 'checkout.intake',
    purpose: 'Takes what the checkout tells: carts, orders, customers, sessions and subscriptions.',
    source: 'checkout',
    access: 'write',
  },
  {
    name: 'audit.record',
    purpose: 'Writes a line to the log for every change: what changed in whose store, never to what.',
    source: 'changes',
  },
  {
    name: 'maintenance.run',
    purpose: 'Counts anew the tallies of the lists whose entries have changed.',
    source: 'changes',
    access: 'write',
  },
]
