/**
 * Tests the position that an interrupted command prints. The same command continues from this position, and other
 * commands reject it.
 */

import { expect, test } from 'vitest'
import { parseResumePosition, resumeHint, type Walk } from '../../../infra/admin/walk-options.ts'
import type { AccountId } from '../../../lib/core/tenant.ts'

const walk: Walk = { command: 'relist', account: 1001 as AccountId, mode: 'Live', segment: { number: 2, of: 8 } }
const position = { object: 'order', shard: '9', cursor: 'eyJ' }
const textOf = (printed: string) => /--resume (\S+)/.exec(printed)?.[1] ?? ''
const resume = textOf(resumeHint(walk, position, 'Repeat the command.'))

test('a printed position is where the same command goes on', () => {
  expect(parseResumePosition(walk, { resume })).toEqual(position)
  const atShard = { ...position, cursor: null }
  expect(parseResumePosition(walk, { resume: textOf(resumeHint(walk, atShard, '')) })).toEqual(atShard)
})

test('without a position, a command begins at the first row', () => {
  expect(parseResumePosition(walk, {})).toBeUndefined()
  expect(resumeHint(walk, null, 'Repeat the command.')).toBe('Repeat the command.')
})

test.each([
  { ...walk, command: 'recount' },
  { ...walk, account: 1002 as AccountId },
  { ...walk, mode: 'Test' as const },
  { ...walk, segment: { number: 3, of: 8 } },
  { ...walk, segment: undefined },
])('a position is rejected by another command, store or part: %j', other => {
  expect(() => parseResumePosition(other, { resume })).toThrow('not a position that the same command has printed')
})

test.each(['x', 'e30', '%', Buffer.from('["a",1]').toString('base64url')])('rejects the position %j', text => {
  expect(() => parseResumePosition(walk, { resume: text })).toThrow('not a position that the same command has printed')
})
