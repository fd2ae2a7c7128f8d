import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { newDirectory } from './support/temporary.ts'

const file = 'lib/orders/schemas.ts'

/** The last line of this chain has more than 120 columns, so that the formatter divides it. */
const chain = `
export const OrderNote = z
  .object({ text: z.string(), creationDate: z.iso.datetime() })
  .meta({ id: 'OrderNote', examples: [{ text: 'Called the buyer two times.', creationDate: '2026-11-03T18:16:58.000Z' }] })
`

test('npm run format leaves nothing for npm run lint, and a second run changes nothing', { tags: ['long'] }, () => {
  const cwd = newDirectory()
  mkdirSync(dirname(join(cwd, file)), { recursive: true })
  for (const name of ['biome.json', 'package.json', file]) cpSync(name, join(cwd, name))
  symlinkSync(resolve('node_modules'), join(cwd, 'node_modules'))
  appendFileSync(join(cwd, file), chain)
  const format = () => {
    execFileSync('npm', ['run', 'format'], { cwd, stdio: 'pipe' })
    return readFileSync(join(cwd, file), 'utf8')
  }
  const formatted = format()
  expect(formatted).not.toContain(chain)
  const lint = spawnSync('npm', ['run', 'lint'], { cwd, encoding: 'utf8' })
  expect(lint.status, lint.stdout + lint.stderr).toBe(0)
  expect(format()).toBe(formatted)
})
