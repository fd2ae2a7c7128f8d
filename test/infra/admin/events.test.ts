import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readEventFiles } from '../../../infra/admin/events/event-files.ts'
import { parseEvent } from '../../../lib/checkout/index.ts'
import { newDirectory } from '../../support/temporary.ts'

const directory = newDirectory()

const readEvents = (files: string[]) => readEventFiles(files, parseEvent)

let files = 0
function fileOf(content: string | Buffer): string {
  const file = join(directory, `${++files}.json`)
  writeFileSync(file, content)
  return file
}

const event = {
  id: 'cart-1',
  eventName: 'cart.updated',
  account: 1001,
  mode: 'Test',
  createdOn: '2026-08-30T18:17:32.8065916Z',
  content: { token: '635a5a58-6298-4e7b-a6a4-17228f4421a2', items: [] },
}
const other = { ...event, id: 'cart-2', eventName: 'no such event', content: {} }

const queued = (detail: object) => ({ messageId: '1', body: JSON.stringify({ source: 'checkout', detail }) })

test.each([
  ['one event', JSON.stringify(event), [event]],
  ['one event over several lines', JSON.stringify(event, null, 2), [event]],
  ['an array', JSON.stringify([event, other]), [event, other]],
  ['an array over several lines', JSON.stringify([event, other], null, 2), [event, other]],
  ['one event a line', `${JSON.stringify(event)}\n${JSON.stringify(other)}\n`, [event, other]],
  ['the event of a queue', JSON.stringify({ Records: [queued(event), queued(other)] }), [event, other]],
  [
    'one event a line, as Windows writes it',
    `\ufeff${JSON.stringify(event)}\r\n\r\n${JSON.stringify(other)}`,
    [event, other],
  ],
])('reads %s', (_, content, events) => {
  const { events: parsed, faults } = readEvents([fileOf(content)])
  expect(parsed.map(({ json }) => json)).toEqual(events)
  expect(faults).toEqual([])
})

test('returns the name and the location of each event', () => {
  const file = fileOf(JSON.stringify([event, { ...other, account: '1002' }]))
  expect(readEvents([file]).events).toMatchObject([
    { id: 'cart-1', eventName: 'cart.updated', account: 1001, location: `${file}, event 1` },
    { id: 'cart-2', eventName: 'no such event', account: 1002, location: `${file}, event 2` },
  ])
})

test('keeps the JSON unchanged', () => {
  const unchangedJson =
    '{"__proto__":{"a":1},"id":"x","eventName":"e","account":"1001","mode":"test","createdOn":"2026-08-30","content":{"__proto__":{"b":2}},"more":true}'
  const { events } = readEvents([fileOf(unchangedJson)])
  expect(JSON.stringify(events[0]?.json)).toBe(unchangedJson)
})

test('reads several files in the given order', () => {
  const { events } = readEvents([fileOf(JSON.stringify(other)), fileOf(JSON.stringify([event]))])
  expect(events.map(({ json }) => json)).toEqual([other, event])
})

test('reports every fault in every file, with its location', () => {
  const array = fileOf(JSON.stringify([event, { ...event, id: '', mode: 'Prod' }, 7, { id: 'x'.repeat(101) }]))
  const lines = fileOf(`${JSON.stringify(event)}\n\n{"id":\n${JSON.stringify({ ...event, content: [] })}`)
  const { faults } = readEvents([array, lines])
  expect(faults).toEqual([
    `${array}, event 2: id must not be empty; mode must be one of Live, Test.`,
    `${array}, event 3: the event must be an object.`,
    expect.stringMatching(
      /, event 4: id must have at most 100 characters; eventName is required; .*content is required\.$/,
    ),
    expect.stringMatching(/, line 3 is not valid JSON: .+\.$/),
    `${lines}, line 4: content must be an object.`,
  ])
})

test('reports a fault inside the content by its path', () => {
  const file = fileOf(JSON.stringify({ ...event, content: { token: 'x', items: [{ quantity: 'many' }] } }))
  expect(readEvents([file]).faults).toEqual([
    expect.stringMatching(/: content\.token .+; content\.items\[0\]\.\w+ .+\.$/),
  ])
})

test('rejects an event that is too large', () => {
  const file = fileOf(JSON.stringify({ ...other, content: { note: 'é'.repeat(131_000) } }))
  expect(readEvents([file])).toEqual({ events: [], faults: [`${file}: the event exceeds 256 KB.`] })
})

test.each([
  ['nothing', '', 'contains no event.'],
  ['spaces', ' \n\n', 'contains no event.'],
  ['an empty array', '[]', 'contains no event.'],
  ['an invalid event', '{\n"id": 1,\n}', 'is not valid JSON: '],
  ['bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'cannot be read: '],
])('rejects a file of %s', (_, content, fault) => {
  const file = fileOf(content)
  expect(readEvents([file])).toEqual({ events: [], faults: [expect.stringContaining(`${file} ${fault}`)] })
})

test('rejects a file that does not exist', () => {
  expect(readEvents(['/no/such/file']).faults).toEqual([expect.stringMatching(/^\/no\/such\/file cannot be read: /)])
})
