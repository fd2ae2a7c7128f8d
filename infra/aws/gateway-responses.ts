/** The replies of API Gateway itself, as problem documents like those of the endpoints. */

import { GatewayResponse, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import { gatewayProblems, gatewayReply } from '../gateway-problems.ts'

/** API Gateway replaces this variable in bodies and headers. */
export const requestId = '$context.requestId'

/** A header value in the syntax of a parameter mapping: variables without their `$`, fixed text in single quotes. */
export const mappingValue = (value: string) => (value.startsWith('$') ? value.slice(1) : `'${value}'`)

export class GatewayResponses extends Construct {
  constructor(scope: Construct, id: string, { api }: { api: RestApi }) {
    super(scope, id)
    for (const [type, problem] of Object.entries(gatewayProblems)) {
      const { statusCode, headers, body } = gatewayReply(problem, requestId)
      const mappedHeaders = Object.entries(headers).map(([name, value]) => [name, mappingValue(value)])
      new GatewayResponse(this, type, {
        restApi: api,
        type: ResponseType.of(type),
        statusCode: String(statusCode),
        responseHeaders: Object.fromEntries(mappedHeaders),
        /** API Gateway uses this template for any Accept header; Content-Type has the real media type. */
        templates: { 'application/json': body },
      })
    }
  }
}
