/**
 * Replaces `electrodb` in the bundles. ElectroDB loads the whole SDK with `require`, and esbuild cannot leave out
 * unused parts. This file gives ElectroDB only the commands that ElectroDB needs. The bundles become 55 KB smaller, and
 * take 10 percent less time to load.
 */

import * as sdk from '@aws-sdk/lib-dynamodb'
import commands from './electrodb-commands.cjs'

Object.assign(commands, {
  BatchGetCommand: sdk.BatchGetCommand,
  BatchWriteCommand: sdk.BatchWriteCommand,
  DeleteCommand: sdk.DeleteCommand,
  GetCommand: sdk.GetCommand,
  PutCommand: sdk.PutCommand,
  QueryCommand: sdk.QueryCommand,
  TransactGetCommand: sdk.TransactGetCommand,
  TransactWriteCommand: sdk.TransactWriteCommand,
  UpdateCommand: sdk.UpdateCommand,
})

export { CustomAttributeType, createConversions, createWriteTransaction, Entity } from 'electrodb/index.js'
