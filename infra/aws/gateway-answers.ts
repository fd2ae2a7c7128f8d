/** What API Gateway answers by itself, in the form of all our problems. */

import { GatewayResponse, ResponseType, type RestApi } from 'aws-cdk-lib/aws-apigateway'
import { Construct } from 'constructs'
import { gatewayProblems, gatewayReply } from '../gateway-problems.ts'

/** A variable, in bodies and in headers alike, that API Gateway fills in. */
export const requestId = '$context.requestId'

/** As a parameter mapping spells a header's value: variables without their `$`, fixed text in single quotes. */
export const mapped = (value: string) => (value.startsWith('$') ? value.slice(1) : `'${value}'`)

const mappedAll = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mapped(value)]))

export class GatewayAnswers extends Construct {
  constructor(scope: Construct, id: string, { api }: { api: RestApi }) {
    super(scope, id)
    for (const [type, problem] of Object.entries(gatewayProblems)) {
      const { statusCode, headers, body } = gatewayReply(problem, requestId)
      new GatewayResponse(this, type, {
        restApi: api,
        type: ResponseType.of(type),
        statusCode: String(statusCode),
        responseHeaders: mappedAll(headers),
        /** The template of this media type is the one used whatever the caller accepts; the header says what it is. */
        templates: { 'application/json': body },
      })
    }
  }
}
