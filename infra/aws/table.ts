/** The DynamoDB table, which is kept when the stack is deleted, and the permissions of Lambdas to use the table. */

import { RemovalPolicy } from 'aws-cdk-lib'
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb'
import { Grant } from 'aws-cdk-lib/aws-iam'
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda'
import { Construct } from 'constructs'
import { expiryAttribute, secondaryIndex, tableKeys } from '../../lib/store/table.ts'
import { pointInTimeRecoveryDays } from '../constants.ts'
import type { Stage } from '../stages.ts'
import { ThresholdAlarm } from './alarm-kinds.ts'
import { tableErrors, tableThrottles } from './metrics.ts'
import type { TablePermission } from './table-permissions.ts'

/**
 * More errors or more throttled requests than this in five minutes start an alarm. A few have no effect, because the
 * SDK retries the requests.
 */
const alarmThreshold = 10

const keySchema = ({ partition, sort }: { partition: string; sort: string }) => ({
  partitionKey: { name: partition, type: dynamodb.AttributeType.STRING },
  sortKey: { name: sort, type: dynamodb.AttributeType.STRING },
})

const throughputOf = ({ readUnits, writeUnits }: { readUnits: number; writeUnits: number }) => ({
  readUnitsPerSecond: readUnits,
  writeUnitsPerSecond: writeUnits,
})

/**
 * Returns the conditions of a permission. `ForAllValues` also matches a request without partition keys or attributes.
 * The condition `Null` denies such a request.
 */
const conditionsOf = ({ partitions, attributes }: Pick<TablePermission, 'partitions' | 'attributes'>) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] },
  ...(attributes && { 'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] } }),
  Null: { 'dynamodb:LeadingKeys': 'false', ...(attributes && { 'dynamodb:Attributes': 'false' }) },
})

export class Table extends Construct {
  readonly resource: dynamodb.ITable
  private readonly indexArn: string

  constructor(scope: Construct, id: string, stage: Stage) {
    super(scope, id)
    this.resource = stage.tableName ? this.importTable(stage) : this.createTable(stage)
    this.indexArn = `${this.resource.tableArn}/index/${secondaryIndex.name}`
    this.addAlarms()
  }

  private createTable({ warmThroughput }: Stage): dynamodb.ITable {
    const table = new dynamodb.Table(this, 'Table', {
      ...keySchema(tableKeys),
      timeToLiveAttribute: expiryAttribute,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: pointInTimeRecoveryDays,
      },
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
      ...(warmThroughput && { warmThroughput: throughputOf(warmThroughput.table) }),
    })
    table.addGlobalSecondaryIndex({
      indexName: secondaryIndex.name,
      ...keySchema(secondaryIndex),
      ...(warmThroughput && { warmThroughput: throughputOf(warmThroughput.index) }),
    })
    return table
  }

  /**
   * An imported table has the same construct id as a created table, because logical ids of other resources contain this
   * id. If an imported table replaces a created table, CloudFormation keeps the created table.
   */
  private importTable({ name, tableName, tableStreamArn }: Stage): dynamodb.ITable {
    if (!tableName || !tableStreamArn)
      throw new Error(`infra/stages.ts sets tableName of ${name} without tableStreamArn.`)
    return dynamodb.Table.fromTableAttributes(this, 'Table', { tableName, tableStreamArn })
  }

  /** Grants permissions to use the table. Only a Lambda with permissions gets the name of the table. */
  grant(lambda: Lambda, permissions: readonly TablePermission[]): void {
    for (const { actions, isIndex, ...conditions } of permissions)
      Grant.addToPrincipal({
        grantee: lambda,
        actions: actions.map(action => `dynamodb:${action}`),
        resourceArns: [isIndex ? this.indexArn : this.resource.tableArn],
        conditions: conditionsOf(conditions),
      })
    if (permissions.length > 0) lambda.addEnvironment('TABLE_NAME', this.resource.tableName)
  }

  private addAlarms(): void {
    new ThresholdAlarm(this, 'Throttles', {
      severity: 'notice',
      description:
        'DynamoDB throttles the table or its index: one partition key gets too many requests, or traffic grew faster than the table scales.',
      runbook: 'DynamoDB throttles the table',
      metric: tableThrottles(this.resource),
      threshold: alarmThreshold,
    })
    new ThresholdAlarm(this, 'Errors', {
      severity: 'notice',
      description: 'DynamoDB fails with internal errors. The cause is on the side of AWS.',
      runbook: 'DynamoDB has internal errors',
      metric: tableErrors(this.resource),
      threshold: alarmThreshold,
    })
  }
}
