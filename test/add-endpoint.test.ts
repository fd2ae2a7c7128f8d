/**
 * Follows "Add an endpoint" in CONTRIBUTING.md to the letter, in a copy of the repository.
 * @module-tag long
 */

import { execFile } from 'node:child_process'
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { startReady, terminalEnvironment } from './infra/local/start-process.ts'
import { copyRepository } from './support/repository-copy.ts'

const copy = copyRepository()

interface Block {
  language: string
  text: string
  /**
   * The file named in the line before the block. A block without such a line belongs to the same file as the block
   * before it.
   */
  file: string
}

/** Returns the code blocks between a heading and the next heading. */
function blocksBelow(heading: string): Block[] {
  const [, section = ''] = readFileSync('CONTRIBUTING.md', 'utf8').split(`\n## ${heading}\n`)
  const blocks = section.split('\n## ')[0]!.matchAll(/(?:`(\S+)`:\n\n)?^```(\w+)\n(.*?)^```$/gms)
  let lastFile = ''
  return [...blocks].map(([, file = lastFile, language = '', text = '']) => {
    lastFile = file
    return { language, text, file }
  })
}

async function run(script: string): Promise<string> {
  const options = { cwd: copy, env: terminalEnvironment, maxBuffer: 1e8 }
  const output = await promisify(execFile)('sh', ['-ec', script], options).catch(error => {
    throw new Error(`${script}\n${error.stdout}${error.stderr}`)
  })
  return output.stdout
}

/**
 * Applies a diff to a file. The old text is the lines of the diff that do not begin with `+`, and the new text is the
 * lines that do not begin with `-`.
 */
function applyDiff(file: string, diff: string): void {
  const lines = diff.trimEnd().split('\n')
  const linesWithout = (sign: string) => lines.filter(line => !line.startsWith(sign)).map(line => line.slice(1))
  const parts = readFileSync(file, 'utf8').split(linesWithout('+').join('\n'))
  if (parts.length !== 2) throw new Error(`${file} does not have these lines once:\n${diff}`)
  writeFileSync(file, parts.join(linesWithout('-').join('\n')))
}

async function follow({ language, text, file }: Block): Promise<void> {
  if (language === 'sh') await run(text)
  else if (language === 'diff') applyDiff(join(copy, file), text)
  else appendFileSync(join(copy, file), text)
}

const blocks = blocksBelow('Add an endpoint')
const checks = blocks.pop()!.text.trimEnd().split('\n')

beforeAll(async () => {
  for (const block of blocks) await follow(block)
})

test.each(checks.slice(0, -1))('%s passes', async command => void (await run(command)))

test('the new endpoint replies on this machine', async () => {
  const { output, port } = await startReady({ copy })
  const call = checks.at(-1)!
  expect(call).toContain('npm run invoke -- shipping.costs')
  expect(await run(call)).toMatch(/^200$/m)
  const key = /sk_test_\w+/.exec(output())?.[0]
  const { createClient } = await import(join(copy, 'lib/client/index.ts'))
  const shop = createClient({ url: `http://127.0.0.1:${port}`, key })
  const id = '01980000-0000-7000-8000-000000541901'
  expect(await shop.shipping.costs({ id })).toEqual({ lowest: 4.9, highest: 8.9 })
})
