/**
 * Tests that lib/account-data/entities.ts has every entity, except those that this test names. The export and the
 * deletion of an account find their rows through these entities.
 */

import { expect, test } from 'vitest'
import { accountEntities, tenantEntities } from '../../lib/account-data/entities.ts'
import { files, source } from '../support/source.ts'

/** Entities whose rows belong to no account: the counter of accounts, and the state of the whole stage. */
const ofNoAccount = ['account-counter', 'mail-relay', 'maintenance-mode']
/**
 * Entities that need not be in lib/account-data/entities.ts, because their rows are found through the lists of the
 * other entities.
 */
const ofLists = ['entry', 'tally']

test('lists every entity of lib', () => {
  const defined = files('lib/**/*.ts')
    .flatMap(file => source(file).split('= defineEntity(').slice(1))
    .map(text => /^'([a-z-]+)'/.exec(text)?.[1])
  const described = [...tenantEntities, ...accountEntities].flatMap(({ name, dependents }) => [
    name,
    ...dependents.map(dependent => dependent.name),
  ])
  /** The entity of secrets is described once for each kind of secret. The set removes the repetitions. */
  const known = new Set(described)
  expect(defined.length).toBeGreaterThan(25)
  expect(
    [...new Set(defined)].toSorted(),
    'Export and deletion of an account find rows through lib/account-data/entities.ts. Add the entity there.',
  ).toEqual([...known, ...ofNoAccount, ...ofLists].toSorted())
})
