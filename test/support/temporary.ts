/** Global setup: one temporary directory for everything that a run writes, which is removed at its end. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameTemporaryDirectory, removeAbandonedDirectories } from '../../infra/local/temporary-directories.ts'

/** Inherited by the processes that run the tests, and by those that the tests start. */
export default function setup() {
  removeAbandonedDirectories()
  const directory = nameTemporaryDirectory('test')
  mkdirSync(directory)
  process.env.TMPDIR = directory
  return () => rmSync(directory, { recursive: true, maxRetries: 5 })
}

/** Needs no removal. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'back-office-test-'))
