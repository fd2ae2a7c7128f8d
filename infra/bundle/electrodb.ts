/**
 * Replaces `electrodb` in the bundles. ElectroDB is a CommonJS module that requires the SDK, and of a module that is
 * required esbuild leaves out no part. Here the SDK's commands are imported, and ElectroDB gets them as one object:
 * 55 KB less, and a tenth less time to load.
 */

import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import commands from './electrodb-commands.cjs'

Object.assign(commands, {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
})

export { CustomAttributeType, createConversions, createWriteTransaction, Entity } from 'electrodb/index.js'
