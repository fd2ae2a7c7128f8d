/**
 * Replaces `electrodb` in the bundles. ElectroDB loads the SDK with `require`, so that esbuild cannot leave out unused
 * parts of the SDK. This file imports the commands that ElectroDB needs, and passes them to it as one object, which
 * saves 55 KB and a tenth of the load time.
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
