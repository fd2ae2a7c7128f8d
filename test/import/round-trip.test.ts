/** Imports all objects of one store into another, reads them there, and compares each field. */

import { beforeAll, describe, expect, test } from 'vitest'
import type { Tenant } from '../../lib/core/tenant.ts'
import { type ImportKind, importKinds } from '../../lib/import/index.ts'
import { newTenant } from '../support/store.ts'
import { importAll, newSource, type Objects, readAll } from './source.ts'

let target: Tenant
let source: Objects
let results: Awaited<ReturnType<typeof importAll>>

beforeAll(async () => {
  const from = await newSource()
  source = await readAll(from)
  target = await newTenant()
  results = await importAll(target, source)
})

/** The fields that differ after an import, with the reason. All other fields must be equal. */
const differing: Partial<Record<ImportKind, readonly string[]>> = {
  /** The GUID of a product is derived from the account, and `account_Id` is the number of the account. */
  products: ['product.id', 'product.account_Id'],
}

function comparable(kind: ImportKind, objects: Objects): string[] {
  const ignored = differing[kind] ?? []
  return objects[kind].map(object => {
    const copy = structuredClone(object) as Record<string, Record<string, unknown>>
    for (const path of ignored) {
      const [part = '', field = ''] = path.split('.')
      delete copy[part]?.[field]
    }
    return JSON.stringify(copy, null, 1)
  })
}

describe('an import', () => {
  test.each(importKinds)('of %s creates all objects', kind => {
    expect(results.get(kind)!.length).toBeGreaterThan(0)
    expect(new Set(results.get(kind))).toEqual(new Set(['created']))
  })

  test.each(importKinds)('of %s returns each field as at the source', async kind => {
    const imported = comparable(kind, await readAll(target)).toSorted()
    expect(imported).toEqual(comparable(kind, source).toSorted())
  })

  test('changes nothing when it is repeated', async () => {
    const repeated = await importAll(target, source)
    for (const kind of importKinds) expect([kind, ...new Set(repeated.get(kind))]).toEqual([kind, 'unchanged'])
  })
})
