/** Measures each endpoint with its sample request in the demo store. */

import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { demoTenant } from '../../../infra/local/demo/objects.ts'
import { fillInSample, readLambdaEvent } from '../../../infra/local/sample-event.ts'
import { routes } from '../../../lib/api.ts'
import { newId } from '../../../lib/core/ids.ts'
import { addSource } from '../../../lib/events/index.ts'
import type { Route } from '../../../lib/http/route.ts'
import { saveGatewayKeys } from '../../../lib/payments/gateway-keys.ts'
import { startProgress } from '../progress.ts'
import { assumptions } from './assumptions.ts'
import { minCompressedBytes } from './fixed.ts'
import { runLambda, runStreamWorkers } from './lambda.ts'
import { addUse, bytesSent, type Cost, useOfRequest } from './use.ts'

export interface Measurement {
  name: string
  /** The cost of the endpoint, the event or the background work itself. */
  own: Cost
  /** The cost of the stream workers that run afterwards. */
  workers: Cost
  /** Failures of the endpoint or the event, such as an error reply. */
  failures: string[]
}

const webhookSecret = 'whsec_bench'
const source = { end: 'bench-source', secret: 'whsec_YmVuY2g=' }
const pageLength = '20'

export async function measureEndpoints(shopHost: string): Promise<Measurement[]> {
  await saveGatewayKeys(demoTenant, { apiKey: 'sk_test_bench', webhookSecret })
  await addSource(demoTenant, source)
  const bar = startProgress('measuring endpoints', routes.length)
  const measurements: Measurement[] = []
  for (const route of routes) {
    measurements.push(await measureEndpoint(route, requestFor(route, shopHost)))
    bar.update(measurements.length)
  }
  bar.end()
  return measurements
}

async function measureEndpoint(
  { name, usesGateway, secrets }: Route,
  request: APIGatewayProxyEvent,
): Promise<Measurement> {
  const { result, cost, records } = await runLambda(name, request)
  const { statusCode, headers = {}, body, isBase64Encoded } = result as APIGatewayProxyResult
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  const replyBytes = bytesSent({ headers, body: bytes }, minCompressedBytes)
  const keyRequests = usesGateway || secrets ? assumptions.keyRequestShare : 0
  const use = addUse(cost.use, useOfRequest(replyBytes), { keyRequests, readUnits: keyRequests })
  const failures = statusCode < 400 ? [] : [`replies ${statusCode}: ${body.slice(0, 200)}`]
  return { name, own: { ...cost, use }, workers: await runStreamWorkers(records), failures }
}

/** Returns the sample request, with a new API key, because one key for all requests would exceed its rate limit. */
function requestFor({ name, paging }: Route, shopHost: string): APIGatewayProxyEvent {
  const event = readLambdaEvent(name, undefined) as APIGatewayProxyEvent
  const pageUrl = `http://${shopHost}/`
  const sample = fillInSample(event, { pageUrl, webhookSecret, source, codeSuffix: newId() })
  const authorizer = { ...sample.requestContext.authorizer, principalId: newId() }
  return {
    ...sample,
    ...(paging && sample.queryStringParameters?.limit && firstPage),
    requestContext: { ...sample.requestContext, authorizer },
  }
}

/** The query for the first page of the whole list. It replaces the query of a sample request that has a `limit`. */
const firstPage = {
  queryStringParameters: { limit: pageLength },
  multiValueQueryStringParameters: { limit: [pageLength] },
}
