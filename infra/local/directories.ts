/** Where the data lies on this machine. */

import { join } from 'node:path'

/** Relative, as npm runs every script in the directory of its package.json. */
export const defaultDirectory = '.local'

export const databaseIn = (directory: string) => join(directory, 'database')
