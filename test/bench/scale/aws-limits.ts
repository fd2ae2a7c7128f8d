/**
 * Lists the limits of AWS that decide how many orders a stage can process, with the pages that state them. If a limit
 * can be raised, RUNBOOK.md says how.
 */

interface Limit {
  value: number
  unit: string
  /** A hard limit cannot be raised. */
  isHard: boolean
  page: string
}

const dynamoDb = 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide'
const lambda = 'https://docs.aws.amazon.com/lambda/latest/dg'

export const limits = {
  /**
   * DynamoDB divides a partition with much traffic between two sort keys. This does not help a list that is sorted by
   * time, because all of its writes are at the end.
   */
  partitionWriteUnits: {
    value: 1000,
    unit: 'write units/s of a partition key',
    isHard: true,
    page: `${dynamoDb}/burst-adaptive-capacity.html`,
  },
  partitionReadUnits: {
    value: 3000,
    unit: 'read units/s of a partition key',
    isHard: true,
    page: `${dynamoDb}/burst-adaptive-capacity.html`,
  },
  newTableWriteUnits: {
    value: 4000,
    unit: 'write units/s of a new table or index',
    isHard: false,
    page: `${dynamoDb}/warm-throughput.html`,
  },
  newTableReadUnits: {
    value: 12_000,
    unit: 'read units/s of a new table or index',
    isHard: false,
    page: `${dynamoDb}/warm-throughput.html`,
  },
  tableUnits: { value: 40_000, unit: 'units/s of a table', isHard: false, page: `${dynamoDb}/ServiceQuotas.html` },
  streamBatchesPerShard: {
    value: 10,
    unit: 'batches at once in a shard',
    isHard: true,
    page: `${lambda}/services-ddb-params.html`,
  },
  concurrentExecutions: {
    value: 1000,
    unit: 'Lambdas at once in an account',
    isHard: false,
    page: `${lambda}/gettingstarted-limits.html`,
  },
  queueConcurrency: {
    value: 1000,
    unit: 'batches at once of a queue',
    isHard: true,
    page: `${lambda}/services-sqs-scaling.html`,
  },
  queueGrowth: {
    value: 300,
    unit: 'more batches at once of a queue in each minute',
    isHard: true,
    page: `${lambda}/services-sqs-scaling.html`,
  },
  busRequests: {
    value: 10_000,
    unit: 'PutEvents/s in us-east-1, 600 in the smallest regions',
    isHard: false,
    page: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
  },
  busDeliveries: {
    value: 18_750,
    unit: 'deliveries/s in us-east-1, 750 in the smallest regions',
    isHard: false,
    page: 'https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-quota.html',
  },
  apiRequests: {
    value: 10_000,
    unit: 'requests/s of all APIs of an account',
    isHard: false,
    page: 'https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html',
  },
} as const satisfies Record<string, Limit>

/** A Lambda with this much memory has one full CPU: https://docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html */
export const megabytesPerCpu = 1769
