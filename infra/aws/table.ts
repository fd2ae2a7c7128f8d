/** The DynamoDB table, which is kept when the stack is deleted, and the permissions that Lambdas get to it. */

import { RemovalPolicy } from 'aws-cdk-lib'
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb'
import { Grant } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { Route } from '../../lib/http/route.ts'
import { expiryAttribute, secondaryIndex, tableKeys } from '../../lib/store/table.ts'
import { recoveryDays } from '../constants.ts'
import type { Stage } from '../stages.ts'
import { type AlarmTopic, ThresholdAlarm } from './alarms.ts'
import type { LambdaFunction } from './lambda-function.ts'
import { tableErrors, tableThrottles } from './metrics.ts'

/** No Scan: no code reads the whole table. */
const readActions = ['GetItem', 'BatchGetItem', 'Query']
/** A transaction needs permission for each of its operations, and none of its own. */
const writeActions = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']

/** In five minutes. The SDK retries by itself, so a few errors have no effect. */
const alarmThreshold = 10

const keySchema = ({ partition, sort }: { partition: string; sort: string }) => ({
  partitionKey: { name: partition, type: dynamodb.AttributeType.STRING },
  sortKey: { name: sort, type: dynamodb.AttributeType.STRING },
})

/** `ForAllValues` is also true if the request has no keys, which the second condition denies. */
const leadingKeysCondition = (partitions: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...partitions] },
  Null: { 'dynamodb:LeadingKeys': 'false' },
})

interface Permission {
  actions: string[]
  resourceArns: string[]
  /** Default: none. */
  conditions?: Record<string, Record<string, unknown>>
}

type AccessOf = Pick<Route, 'access' | 'tableScope' | 'isPublic'>

interface TableProps {
  stage: Stage
  topic: AlarmTopic
}

export class Table extends Construct {
  readonly resource: dynamodb.ITable
  private readonly indexArn: string

  constructor(scope: Construct, id: string, { stage, topic }: TableProps) {
    super(scope, id)
    this.resource = stage.tableName ? this.importTable(stage) : this.createTable()
    this.indexArn = `${this.resource.tableArn}/index/${secondaryIndex.name}`
    this.addAlarms(topic)
  }

  private createTable(): dynamodb.ITable {
    const table = new dynamodb.Table(this, 'Table', {
      ...keySchema(tableKeys),
      timeToLiveAttribute: expiryAttribute,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: {
        pointInTimeRecoveryEnabled: true,
        recoveryPeriodInDays: recoveryDays,
      },
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    table.addGlobalSecondaryIndex({ indexName: secondaryIndex.name, ...keySchema(secondaryIndex) })
    return table
  }

  /** Has the id of the created table, as other logical ids contain it. That table leaves the stack, but is retained. */
  private importTable({ name, tableName, tableStreamArn }: Stage): dynamodb.ITable {
    if (!tableName || !tableStreamArn)
      throw new Error(`infra/stages.ts sets tableName of ${name} without tableStreamArn.`)
    return dynamodb.Table.fromTableAttributes(this, 'Table', { tableName, tableStreamArn })
  }

  /** Allows reading single items by their full key. */
  grantGet(lambda: LambdaFunction): void {
    this.grant(lambda, { actions: ['GetItem'], resourceArns: [this.resource.tableArn] })
  }

  /** Allows writing one attribute of single items, in the partitions whose names match. */
  grantSet(
    lambda: LambdaFunction,
    { attribute, partitions }: { attribute: string; partitions: string[] },
  ): void {
    const { partition, sort } = tableKeys
    const { 'ForAllValues:StringLike': leadingKeys, Null: present } = leadingKeysCondition(partitions)
    this.grant(lambda, {
      actions: ['UpdateItem'],
      resourceArns: [this.resource.tableArn],
      conditions: {
        'ForAllValues:StringLike': leadingKeys,
        'ForAllValues:StringEquals': { 'dynamodb:Attributes': [partition, sort, attribute] },
        Null: { ...present, 'dynamodb:Attributes': 'false' },
      },
    })
  }

  private grantRead(lambda: LambdaFunction): void {
    this.grant(lambda, { actions: readActions, resourceArns: [this.resource.tableArn, this.indexArn] })
  }

  grantWrite(lambda: LambdaFunction): void {
    this.grantRead(lambda)
    this.grant(lambda, { actions: writeActions, resourceArns: [this.resource.tableArn] })
  }

  /** For an endpoint. One that only reads counts its requests all the same. */
  grantAccess(lambda: LambdaFunction, { access, tableScope, isPublic }: AccessOf): void {
    if (tableScope) this.grantScope(lambda, tableScope)
    else if (access === 'write') this.grantWrite(lambda)
    else {
      if (access === 'read') this.grantRead(lambda)
      if (!isPublic) this.grantScope(lambda, ['*#rate-limits'], ['GetItem', 'UpdateItem'])
    }
  }

  /** A Lambda that parses untrusted pages has no more: an attacker who takes it over reaches these partitions only. */
  private grantScope(
    lambda: LambdaFunction,
    partitions: readonly string[],
    actions = [...readActions, ...writeActions],
  ): void {
    this.grant(lambda, {
      actions,
      resourceArns: [this.resource.tableArn],
      conditions: leadingKeysCondition(partitions),
    })
  }

  private grant({ resource }: LambdaFunction, { actions, resourceArns, conditions = {} }: Permission): void {
    const prefixed = actions.map(action => `dynamodb:${action}`)
    Grant.addToPrincipal({ grantee: resource, actions: prefixed, resourceArns, conditions })
    resource.addEnvironment('TABLE_NAME', this.resource.tableName)
  }

  private addAlarms(topic: AlarmTopic): void {
    new ThresholdAlarm(this, 'Throttles', {
      topic,
      description:
        'DynamoDB throttles the table or its index: one partition key gets too many requests, or traffic grew faster than the table scales.',
      runbook: 'DynamoDB throttles the table',
      metric: tableThrottles(this.resource),
      threshold: alarmThreshold,
    })
    new ThresholdAlarm(this, 'Errors', {
      topic,
      description: 'DynamoDB fails with internal errors. The cause is on the side of AWS.',
      runbook: 'DynamoDB has internal errors',
      metric: tableErrors(this.resource),
      threshold: alarmThreshold,
    })
  }
}
