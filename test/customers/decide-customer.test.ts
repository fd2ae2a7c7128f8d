/** Tests which customer an event is about, with a table of all cases and with properties that hold in each case. */

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CustomerData } from '../../lib/customers/checkout-events.ts'
import { type CustomerDecision, decideCustomer } from '../../lib/customers/decide-customer.ts'
import type { CustomerRow, EmailClaim, IdAlias } from '../../lib/customers/entity.ts'
import type { CustomersByIdAndEmail } from '../../lib/customers/load.ts'

const day = (n: number) => new Date(Date.UTC(2026, 8, n)).toISOString()
const eventDay = 15
const [before, after] = [day(eventDay - 1), day(eventDay + 1)]
const stamp = `${day(eventDay)} event-1`

const rowOf = (id: string, isRegistered: boolean) =>
  ({ id, latest: isRegistered ? { email: { value: `${id}@example.com`, stamp: '' } } : {} }) as CustomerRow
const [jane, john] = [rowOf('jane', true), rowOf('john', true)]
const guest = rowOf('guest', false)

type ById = CustomersByIdAndEmail['byId']
const aliasTo = (customerId: string) => ({ id: 'new-id', customerId }) as IdAlias
const unused: ById = { customer: null, alias: null, freedAt: '' }
const deleted = (freedAt: string): ById => ({ customer: null, alias: aliasTo('new-id'), freedAt })
const existing = (customer: CustomerRow): ById => ({ ...unused, customer })

const ids = {
  'no id': { id: null, byId: unused },
  'an id never used': { id: 'new-id', byId: unused },
  'the id of a customer deleted before': { id: 'new-id', byId: deleted(before) },
  'the id of a customer deleted since': { id: 'new-id', byId: deleted(after) },
  'the id of a customer deleted since, who has registered again': {
    id: 'new-id',
    byId: { customer: jane, alias: aliasTo('jane'), freedAt: after },
  },
  "Jane's id": { id: 'jane', byId: existing(jane) },
}

type ByEmail = Pick<CustomersByIdAndEmail, 'emailClaim' | 'emailOwner'>
const claim = (emailOwner: CustomerRow | null, fields: Partial<EmailClaim> = {}): ByEmail => ({
  emailClaim: { customerId: emailOwner?.id ?? 'deleted', ...fields } as EmailClaim,
  emailOwner,
})

const emails = {
  'an address never used': { emailClaim: null, emailOwner: null },
  'an address released before': claim(john, { isFree: true, freedAt: before }),
  'an address of a customer deleted since': claim(null, { isFree: true, freedAt: after }),
  'an address taken over since': claim(john, { freedAt: after }),
  "a guest's address": claim(guest),
  'an address that a guest had then': claim(guest, { isFree: true, freedAt: after }),
  "John's address": claim(john),
  'an address that John had then': claim(john, { isFree: true, freedAt: after }),
  'an address that John has had since before': claim(john, { freedAt: before }),
  "Jane's address": claim(jane),
}

type Id = keyof typeof ids
type Email = keyof typeof emails

function decisionFor(id: Id, email: Email, isRegistration: boolean): string {
  const update = { id: ids[id].id, isRegistration } as CustomerData
  return textOf(decideCustomer({ byId: ids[id].byId, ...emails[email] }, update, stamp))
}

function textOf(decision: CustomerDecision): string {
  const alias = 'alias' in decision && decision.alias ? `, alias ${decision.alias}` : ''
  switch (decision.action) {
    case 'create':
      return `create ${decision.id ?? 'by e-mail'}${alias}`
    case 'update':
      return `update ${decision.customer.id}${alias}${decision.keepEmail ? ', keep the e-mail' : ''}`
    case 'merge-guest':
      return `merge ${decision.guest.id} into ${decision.customer.id}`
    case 'ignore':
      return 'ignore'
  }
}

const freeEmails: Email[] = ['an address never used', 'an address released before']
const unknownEmails: Email[] = ['an address of a customer deleted since', 'an address taken over since']
const guestEmails: Email[] = ["a guest's address", 'an address that a guest had then']
const johnsEmails: Email[] = [
  "John's address",
  'an address that John had then',
  'an address that John has had since before',
]

const cases: [id: Id, emails: Email[], registration: string, order?: string][] = [
  ['no id', freeEmails, 'create by e-mail'],
  ['no id', unknownEmails, 'ignore'],
  ['no id', guestEmails, 'update guest'],
  ['no id', johnsEmails, 'update john'],
  ['no id', ["Jane's address"], 'update jane'],

  ['an id never used', freeEmails, 'create new-id'],
  ['an id never used', unknownEmails, 'ignore'],
  ['an id never used', guestEmails, 'update guest, alias new-id'],
  ['an id never used', johnsEmails, 'update john, alias new-id'],
  ['an id never used', ["Jane's address"], 'update jane, alias new-id'],

  ['the id of a customer deleted before', freeEmails, 'create by e-mail, alias new-id'],
  ['the id of a customer deleted before', unknownEmails, 'ignore'],
  ['the id of a customer deleted before', guestEmails, 'update guest, alias new-id'],
  ['the id of a customer deleted before', johnsEmails, 'update john, alias new-id'],
  ['the id of a customer deleted before', ["Jane's address"], 'update jane, alias new-id'],

  ...(
    ['the id of a customer deleted since', 'the id of a customer deleted since, who has registered again'] as const
  ).flatMap((id): typeof cases => [
    [id, freeEmails, 'ignore'],
    [id, unknownEmails, 'ignore'],
    [id, guestEmails, 'update guest'],
    [id, johnsEmails, 'update john'],
    [id, ["Jane's address"], 'update jane'],
  ]),

  ["Jane's id", freeEmails, 'update jane'],
  ["Jane's id", ['an address of a customer deleted since'], 'update jane'],
  ["Jane's id", ['an address taken over since'], 'update jane, keep the e-mail'],
  ["Jane's id", guestEmails, 'merge guest into jane'],
  ["Jane's id", johnsEmails, 'update jane, keep the e-mail', 'update john'],
  ["Jane's id", ["Jane's address"], 'update jane'],
]

describe.each(cases)('%s and one of %j', (id, emailCases, registration, order = registration) => {
  test.each(emailCases)('%s', email => {
    expect(decisionFor(id, email, true)).toBe(registration)
    expect(decisionFor(id, email, false)).toBe(order)
  })
})

test('the table has every case exactly once', () => {
  const tableCases = cases.flatMap(([id, emailCases]) => emailCases.map(email => `${id} / ${email}`))
  const all = Object.keys(ids).flatMap(id => Object.keys(emails).map(email => `${id} / ${email}`))
  expect(tableCases.toSorted()).toEqual(all.toSorted())
})

describe('properties', () => {
  const times = fc.integer({ min: 1, max: 28 }).map(day)
  const customers = fc.constantFrom(null, jane, john, guest)
  const anyRecords = fc.record({
    byId: fc.oneof(
      fc.constant(unused),
      fc.record({ customer: customers, alias: fc.constant(aliasTo('new-id')), freedAt: times }),
      fc.constantFrom(jane, john, guest).map(existing),
    ),
    byEmail: fc.oneof(
      fc.constant<ByEmail>({ emailClaim: null, emailOwner: null }),
      fc
        .tuple(customers, fc.record({ isFree: fc.constantFrom(true, undefined), freedAt: times }))
        .map(([owner, { isFree, freedAt }]) => claim(owner, { ...(isFree && { isFree }), freedAt })),
    ),
    time: times,
    isRegistration: fc.boolean(),
  })
  type Case = { byId: ById; byEmail: ByEmail; time: string; isRegistration: boolean }

  const checkAll = (check: (decision: CustomerDecision, input: Case) => void) =>
    fc.assert(
      fc.property(anyRecords, input => {
        const { byId, byEmail, time, isRegistration } = input
        const id = byId.alias ? 'new-id' : (byId.customer?.id ?? null)
        const update = { id, isRegistration } as CustomerData
        check(decideCustomer({ byId, ...byEmail }, update, `${time} event-1`), input)
      }),
      { numRuns: 2000 },
    )

  test('an older event never restores a deleted customer', () =>
    checkAll(({ action }, { byId, byEmail: { emailClaim }, time }) => {
      const isOlder = time <= byId.freedAt || time <= (emailClaim?.freedAt ?? '')
      if (isOlder) expect(action).not.toBe('create')
    }))

  test('an event is never about a customer with neither its id nor its address', () =>
    checkAll((decision, { byId, byEmail }) => {
      const candidates = [byId.customer?.id, byEmail.emailOwner?.id]
      if (decision.action === 'update') expect(candidates).toContain(decision.customer.id)
      if (decision.action === 'merge-guest')
        expect([decision.customer.id, decision.guest.id]).toEqual([byId.customer?.id, byEmail.emailOwner?.id])
    }))

  test('only a guest can be merged, and never with themselves', () =>
    checkAll(decision => {
      if (decision.action !== 'merge-guest') return
      expect(decision.guest).toBe(guest)
      expect(decision.customer.id).not.toBe(decision.guest.id)
    }))

  test('an id becomes an alias only if no customer has it', () =>
    checkAll((decision, { byId, time }) => {
      if (!('alias' in decision) || !decision.alias) return
      expect(byId.customer).toBeNull()
      expect(time > byId.freedAt).toBe(true)
    }))
})
