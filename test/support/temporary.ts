/**
 * Global setup: creates a temporary directory for everything that a run writes, and removes it at the end of the run.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nameTemporaryDirectory, removeAbandonedDirectories } from '../../infra/local/temporary-directories.ts'

/** Sets `TMPDIR`. The processes that run the tests inherit the variable, and so do the processes that tests start. */
export default function setup() {
  removeAbandonedDirectories()
  const directory = nameTemporaryDirectory('test')
  mkdirSync(directory)
  process.env.TMPDIR = directory
  return () => rmSync(directory, { recursive: true, maxRetries: 5 })
}

/** Creates a directory in the temporary directory of the run, so that a test need not remove it. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'back-office-test-'))
