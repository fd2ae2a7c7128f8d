import { expect, test, vi } from 'vitest'
import { log, logFault } from '../../lib/core/log.ts'

test('tests print no log lines', () => {
  const streams = [process.stdout, process.stderr]
  const writes = streams.map(stream => vi.spyOn(stream, 'write').mockReturnValue(true))
  log.warn('A line.')
  logFault('Another line.', new Error('A fault.'))
  const lines = writes.flatMap(({ mock }) => mock.calls)
  for (const write of writes) write.mockRestore()
  expect(lines).toEqual([])
})
