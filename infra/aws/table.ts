/** The one table, which outlives its stack, and who may do what to it. */

import { RemovalPolicy } from 'aws-cdk-lib'
import * as dynamodb from 'aws-cdk-lib/aws-dynamodb'
import { Grant } from 'aws-cdk-lib/aws-iam'
import { Construct } from 'constructs'
import type { TableScope } from '../../lib/http/route.ts'
import { expiryAttribute, secondaryIndex, tableKeys } from '../../lib/store/table.ts'
import { type AlarmTopic, ServiceAlarm } from './alarms.ts'
import type { Handler } from './handler.ts'
import { tableErrors, tableThrottles } from './metrics.ts'

/** No Scan: nothing of ours reads the table from end to end. */
const reading = ['GetItem', 'BatchGetItem', 'Query']
/** A transaction needs the right to each of its parts and none of its own. */
const writing = ['PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem']

/** In five minutes: the SDK tries again by itself, so that a few are no news. */
const bearable = 10

const keys = ({ partition, sort }: { partition: string; sort: string }) => ({
  partitionKey: { name: partition, type: dynamodb.AttributeType.STRING },
  sortKey: { name: sort, type: dynamodb.AttributeType.STRING },
})

const inPartitions = (patterns: readonly string[]) => ({
  'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...patterns] },
})

export class Table extends Construct {
  readonly resource: dynamodb.Table
  private readonly indexArn: string

  constructor(scope: Construct, id: string, { topic }: { topic: AlarmTopic }) {
    super(scope, id)
    this.resource = new dynamodb.Table(this, 'Table', {
      ...keys(tableKeys),
      timeToLiveAttribute: expiryAttribute,
      billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,
      stream: dynamodb.StreamViewType.NEW_AND_OLD_IMAGES,
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      encryption: dynamodb.TableEncryption.AWS_MANAGED,
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    })
    this.resource.addGlobalSecondaryIndex({ indexName: secondaryIndex.name, ...keys(secondaryIndex) })
    this.indexArn = `${this.resource.tableArn}/index/${secondaryIndex.name}`
    this.watch(topic)
  }

  /** Finding a row whose key is known, and no more. */
  grantGet(handler: Handler): void {
    this.grant(handler, ['GetItem'], [this.resource.tableArn])
  }

  grantRead(handler: Handler): void {
    this.grant(handler, reading, [this.resource.tableArn, this.indexArn])
  }

  grantWrite(handler: Handler): void {
    this.grantRead(handler)
    this.grant(handler, writing, [this.resource.tableArn])
  }

  /** What is taken over by whoever gets into a Lambda that reads strangers' pages ends at these rows. */
  grantApart(handler: Handler, { reads, changes }: TableScope): void {
    const table = [this.resource.tableArn]
    this.grant(handler, reading, table, inPartitions([...reads, ...changes]))
    this.grant(handler, writing, table, inPartitions(changes))
  }

  private grant({ lambda }: Handler, operations: string[], resourceArns: string[], conditions = {}): void {
    const actions = operations.map(operation => `dynamodb:${operation}`)
    Grant.addToPrincipal({ grantee: lambda, actions, resourceArns, conditions })
    lambda.addEnvironment('TABLE_NAME', this.resource.tableName)
  }

  private watch(topic: AlarmTopic): void {
    new ServiceAlarm(this, 'Throttled', {
      topic,
      description:
        'The table turns requests away: one key is asked for too often, or traffic outgrew it at once.',
      metric: tableThrottles(this.resource),
      threshold: bearable,
    })
    new ServiceAlarm(this, 'Failing', {
      topic,
      description: 'DynamoDB itself fails.',
      metric: tableErrors(this.resource),
      threshold: bearable,
    })
  }
}
