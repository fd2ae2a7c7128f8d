import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pathsIn } from '../../../infra/local/data-directory.ts'
import { rotateLog } from '../../../infra/local/process/api-process.ts'
import { newDirectory } from '../../support/temporary.ts'

test('keeps the logs of the last five starts', () => {
  const directory = newDirectory()
  for (let start = 1; start <= 8; start++) {
    rotateLog(directory)
    writeFileSync(pathsIn(directory).log, `start ${start}`)
  }
  expect(readdirSync(directory).sort()).toEqual(['api.log', ...[1, 2, 3, 4, 5].map(n => `api.log.${n}`)])
  expect(readFileSync(join(directory, 'api.log.1'), 'utf8')).toBe('start 7')
  expect(readFileSync(join(directory, 'api.log.5'), 'utf8')).toBe('start 3')
})
