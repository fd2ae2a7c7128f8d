/** Makes the table in a local database as the stack makes it in AWS; a table that is there stays as it is. */

import { CreateTableCommand, DynamoDBClient, waitUntilTableExists } from '@aws-sdk/client-dynamodb'
import { secondaryIndex, tableKeys } from '../../lib/store/table.ts'

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

const stream = {
  StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' as const },
}

/** Any will do: the local database is shared between all of them. */
export const localAccess = (endpoint: string) => ({
  endpoint,
  region: 'local',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
})

/** The streams of all tables of one local database slow each other down: a table that nobody follows needs none. */
export async function createTable(endpoint: string, name: string, isFollowed = true): Promise<void> {
  const client = new DynamoDBClient(localAccess(endpoint))
  try {
    await client.send(new CreateTableCommand({ ...definition, ...(isFollowed && stream), TableName: name }))
  } catch (fault) {
    if (!(fault instanceof Error) || fault.name !== 'ResourceInUseException') throw fault
  }
  await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName: name })
  client.destroy()
}
