/** Creates the table in a local database, with the same keys and index as in AWS. */

import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { env } from '../../../lib/core/env.ts'
import { secondaryIndex, tableKeys } from '../../../lib/store/table.ts'

const keySchema = ({ partition, sort }: { partition: string; sort: string }) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

const textAttributes = [tableKeys, secondaryIndex].flatMap(({ partition, sort }) => [partition, sort])

const definition = {
  BillingMode: 'PAY_PER_REQUEST' as const,
  AttributeDefinitions: textAttributes.map(name => ({ AttributeName: name, AttributeType: 'S' as const })),
  KeySchema: keySchema(tableKeys),
  GlobalSecondaryIndexes: [
    {
      IndexName: secondaryIndex.name,
      KeySchema: keySchema(secondaryIndex),
      Projection: { ProjectionType: 'ALL' as const },
    },
  ],
}

const stream = { StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const } }

/** DynamoDB Local does not check the secret access key, so any text is valid. */
export const localClientConfig = (endpoint: string) => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: env.dynamodbAccessKey, secretAccessKey: 'local' },
})

/**
 * Creates the table, unless it exists. Tests that do not read the stream turn the stream off, because many streams slow
 * down DynamoDB Local.
 */
export async function createTable(endpoint: string, name: string, hasStream = true): Promise<void> {
  const client = new DynamoDBClient(localClientConfig(endpoint))
  try {
    await client.send(new CreateTableCommand({ ...definition, ...(hasStream && stream), TableName: name }))
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error
  }
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: name })
  client.destroy()
}
