/** Where the data and the served files are on this machine. */

import { join, resolve } from 'node:path'

/** Relative, as npm runs every script in the directory of its package.json. */
export const defaultDirectory = '.local'

/** Of payment gateways. */
export const gatewayKeysIn = (directory: string) => resolve(directory, 'gateway-keys')

/** Of checkout events. */
export const deadLettersIn = (directory: string) => resolve(directory, 'dead-letters')

export const databaseIn = (directory: string) => join(directory, 'database')

/** The key of the demo store. */
export const keyFileIn = (directory: string) => join(directory, 'demo-key')

export const logIn = (directory: string) => join(directory, 'api.log')

export const mailsIn = (directory: string) => resolve(directory, 'mail')

/** Of one process alone: builds and tests write the same files of a newer source to `dist`. */
export const docsIn = (directory: string) => resolve(directory, 'docs')
