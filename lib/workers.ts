/** The Lambdas that are invoked by events instead of HTTP requests. */

export interface Worker {
  /** `module.verb`, as for endpoints. */
  name: string
  purpose: string
  /**
   * `changes`: the table's stream, in order per key, at least once.
   * `checkout`: the checkout's events, in any order, at least once.
   * `mail`: the mails to send, at least once.
   * `schedule`: once a minute; two runs may overlap.
   */
  source: 'changes' | 'checkout' | 'mail' | 'schedule'
  /** Its permissions on the table; none if absent. */
  access?: 'write'
  /** Whether it may put mails into the queue. */
  relaysMail?: true
  /** It may read the keys of payment gateways. Only a worker with a schedule does so. */
  usesGateway?: true
}

export const workers: Worker[] = [
  {
    name: 'checkout.intake',
    purpose: 'Applies checkout events: carts, orders, customers, sessions and subscriptions.',
    source: 'checkout',
    access: 'write',
  },
  {
    name: 'audit.record',
    purpose: 'Logs every change: which fields of which object of which tenant, without values.',
    source: 'changes',
  },
  {
    name: 'maintenance.run',
    purpose:
      'Recounts the tallies of lists whose entries have changed, and updates the counters and invoices that depend on changed objects.',
    source: 'changes',
    access: 'write',
  },
  {
    name: 'mail.send',
    purpose: 'Sends mails to buyers, each at most once.',
    source: 'mail',
    access: 'write',
  },
  {
    name: 'recovery.run',
    purpose: 'Completes what earlier requests and runs have left unfinished.',
    source: 'schedule',
    access: 'write',
    relaysMail: true,
    usesGateway: true,
  },
]
