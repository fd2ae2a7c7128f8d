/** Creates a copy of this repository, which a test can change. */

import { cpSync, readdirSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { newDirectory } from './temporary.ts'

const notCopied = ['.git', '.local', 'cdk.out', 'coverage', 'dist', 'node_modules']

export function copyRepository(): string {
  const copy = newDirectory()
  const entries = readdirSync('.').filter(name => !notCopied.includes(name))
  for (const name of entries) cpSync(name, join(copy, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'))
  return copy
}
