/** The libraries that every endpoint needs, without our code: no endpoint can load faster than this bundle. */

import { Logger } from '@aws-lambda-powertools/logger'
import middy from '@middy/core'
import { Entity } from 'electrodb'
import * as z from 'zod'
import { client } from './cold-baseline.ts'

const entity = new Entity(
  {
    model: { entity: 'example', version: '1', service: 'store' },
    attributes: { id: { type: 'string' } },
    indexes: { byId: { pk: { field: 'pk', composite: ['id'] }, sk: { field: 'sk', composite: [] } } },
  },
  { table: 'example', client },
)

const log = new Logger()
const Params = z.object({ id: z.string() })

export const handler = middy(async (event: unknown) => {
  log.info('A request.')
  return entity.get(Params.parse(event)).go()
})
