/** A reply of the gateway itself instead of a Lambda's, by API Gateway's name of the response type. */

import type { GatewayResponse } from '../gateway-problems.ts'

export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly responseType: GatewayResponse

  constructor(response: GatewayResponse, cause?: unknown) {
    super(response, { cause })
    this.responseType = response
  }
}
