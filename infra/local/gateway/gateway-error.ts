/** An error response of the gateway itself, named by API Gateway's response type, such as `THROTTLED`. */

import type { GatewayResponse } from '../../gateway-problems.ts'

export class GatewayError extends Error {
  override readonly name = 'GatewayError'
  readonly responseType: GatewayResponse

  constructor(responseType: GatewayResponse, cause?: unknown) {
    super(responseType, { cause })
    this.responseType = responseType
  }
}
