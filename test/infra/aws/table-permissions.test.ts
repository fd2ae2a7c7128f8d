/** Tests which rows the policies of the template protect from Lambdas. */

import { describe, expect, test } from 'vitest'
import { secretKinds } from '../../../lib/core/aws-names.ts'
import { accessOf, isAllowed, names, usersOfSecrets } from './lambda-permissions.ts'

describe('rows of keys, accounts and secrets', () => {
  const writes = ['PutItem', 'UpdateItem', 'DeleteItem', 'BatchWriteItem']
  const partitions = [
    'key#hash',
    'account#1001',
    'accounts',
    'event-source#hash',
    'secret#gateways#1001',
    'secret#event-sources#1001',
  ]
  const write = (operation: string, partition: string, attributes: string[]) =>
    accessOf({ operation, index: undefined, partitions: [partition], attributes })
  const writable = (name: string, attributes: string[]) =>
    writes.flatMap(operation =>
      partitions
        .filter(partition => isAllowed(name, write(operation, partition, attributes)))
        .map(partition => `${operation} ${partition}`),
    )

  test.each(names)('cannot be written by %s', name => {
    expect(writable(name, ['pk', 'sk', 'secret'])).toEqual([])
  })

  test('cannot be read in one batch with rows of a store', () => {
    const batch = (...partitions: string[]) =>
      accessOf({ operation: 'BatchGetItem', index: undefined, partitions, attributes: [] })
    const readers = (request: ReturnType<typeof batch>) => names.filter(name => isAllowed(name, request))
    expect(readers(batch('1001#Test#orders#1', '1002#Live#carts#2'))).toContain('orders.list')
    for (const partition of partitions) expect(readers(batch('1001#Test#orders#1', partition))).toEqual([])
  })

  test('are open to one endpoint only, which may turn on one flag of an account', () => {
    const attributes = ['pk', 'sk', 'shippingEnabled']
    const open = names.filter(name => writable(name, attributes).length > 0)
    expect(open).toEqual(['shipping.create'])
    expect(writable('shipping.create', attributes)).toEqual(['UpdateItem account#1001'])
  })

  test.each(secretKinds)('of %s are read only by Lambdas that use them, one at a time', kind => {
    const readers = (operation: string) =>
      names.filter(name =>
        isAllowed(name, accessOf({ operation, index: undefined, partitions: [`secret#${kind}#1001`], attributes: [] })),
      )
    expect(readers('GetItem').toSorted()).toEqual(usersOfSecrets(kind).toSorted())
    expect([...readers('BatchGetItem'), ...readers('Query')]).toEqual([])
  })

  test('of keys are read by the authorizer only', () => {
    const read = (operation: string, index: string | undefined, partition: string) =>
      accessOf({ operation, index, partitions: [partition], attributes: [] })
    const reads = [
      read('GetItem', undefined, 'key#hash'),
      read('BatchGetItem', undefined, 'key#hash'),
      read('Query', undefined, 'key#hash'),
      read('Query', 'gsi1', 'keys#1001'),
    ]
    const readers = names.filter(name => reads.some(request => isAllowed(name, request)))
    expect(readers).toEqual(['authorizer'])
  })
})
